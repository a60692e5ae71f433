import { cleanText } from '@deskbell/protocol/text'
import type { Location } from '../conversation/commit/input.ts'

const TEXT_MAX = 200
// Created with the first location, to save memory on an idle server.
let countries: Intl.DisplayNames | undefined

/**
 * Converts a record of an MMDB file to the fields of the interface document. Two layouts are supported: MaxMind's, with
 * names by language (`city.names.en`), which DB-IP's own files share, and the flat one of the bundled file.
 */
export function toLocation(record: unknown): Location {
  const { city, country, country_code: flatCode, state1, location, traits } = fieldsOf(record)
  const [subdivision] = listOf(fieldsOf(record)['subdivisions'])
  const { latitude, longitude } = location === undefined ? fieldsOf(record) : fieldsOf(location)
  const code = textOf(flatCode) ?? textOf(fieldsOf(country)['iso_code'])
  const { organization, isp, autonomous_system_organization: announcer } = { ...fieldsOf(record), ...fieldsOf(traits) }
  return known({
    country_code: code,
    country: (code === undefined ? undefined : countryOf(code)) ?? englishNameOf(country),
    region_code: textOf(fieldsOf(subdivision)['iso_code']),
    region: textOf(state1) ?? englishNameOf(subdivision),
    city: textOf(city) ?? englishNameOf(city),
    latitude: degrees(latitude),
    longitude: degrees(longitude),
    organization: textOf(organization) ?? textOf(isp) ?? textOf(announcer),
  })
}

/** Removes undefined fields. */
function known(fields: { readonly [Field in keyof Location]: string | undefined }): Location {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== undefined))
}

function countryOf(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined
  countries ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return countries.of(code)
}

const englishNameOf = (named: unknown): string | undefined => textOf(fieldsOf(fieldsOf(named)['names'])['en'])

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A text that the store and every page can hold, whatever the file contains. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? cleanText(value.slice(0, TEXT_MAX)) : undefined
}

/** Rounded to some ten metres, which exceeds the precision of the table. */
function degrees(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? String(Math.round(value * 1e4) / 1e4) : undefined
}
