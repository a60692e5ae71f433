import { readFile } from 'node:fs/promises'
import type { Site } from '../conversation/commit/input.ts'
import type { Logger } from '../platform/log.ts'
import { toPublicAddress, type PublicAddress } from './address.ts'
import { bundledCities, bundledOrganisations, type Family } from './bundled.ts'
import { findOrganisation } from './organisations.ts'
import { toLocation } from './record.ts'
import { toTable, type Table } from './table.ts'

/** The location of an address, and the table to credit if its licence requires it. */
export type Found = Pick<Site, 'place' | 'placeFrom'>

export interface Geoip {
  /**
   * Resolves with an empty result for an address that is private or in no table. Never rejects: a failed look-up must
   * not affect visitors.
   */
  find(address: string): Promise<Found>
}

export interface GeoipOptions {
  /** The operator's own MMDB file (GEOIP_DB), which replaces the bundled one. */
  readonly file?: string
  readonly log: Pick<Logger, 'warn'>
  readonly read?: (path: string) => Promise<Buffer>
}

/**
 * Loads each table when the first matching visitor connects, and keeps it: 63 MB of cities and 21 MB of organisations
 * for IPv4, 71 MB and 11 MB for IPv6. A server without visitors loads nothing.
 */
export function makeGeoip({ file, log, read = readFile }: GeoipOptions): Geoip {
  const load = <T>(path: string | undefined, toT: (bytes: Buffer) => T) =>
    lazily(async () => {
      if (path === undefined) return undefined
      try {
        return toT(await read(path))
      } catch (error) {
        log.warn(
          { err: error, path },
          'a geolocation table cannot be read: visitors have no location until the next start',
        )
        return undefined
      }
    })
  const byFamily = <T>(make: (family: Family) => T) => ({ 4: make(4), 6: make(6) })
  const own = load(file, toTable)
  const cities = file === undefined ? byFamily((family) => load(bundledCities(family), toTable)) : { 4: own, 6: own }
  const organisations = byFamily((family) => load(bundledOrganisations(family), (bytes) => bytes))
  let damaged = false

  function placeOf(table: Table | undefined, address: PublicAddress) {
    if (!table || damaged) return {}
    try {
      return toLocation(table.get(address))
    } catch (error) {
      damaged = true
      log.warn({ err: error }, 'the geolocation table is damaged: visitors have no location until the next start')
      return {}
    }
  }

  return {
    async find(text) {
      const address = toPublicAddress(text)
      if (!address) return {}
      const [table, names] = await Promise.all([cities[address.family](), organisations[address.family]()])
      const organization = names && findOrganisation(names, address)
      const place = { ...(organization !== undefined && { organization }), ...placeOf(table, address) }
      if (Object.keys(place).length === 0) return {}
      return { place, ...(file === undefined && { placeFrom: 'db-ip' as const }) }
    },
  }
}

/** Made on first use. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
