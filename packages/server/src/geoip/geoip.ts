import { readFile } from 'node:fs/promises'
import type { Site } from '../conversation/commit/input.ts'
import type { Logger } from '../platform/log.ts'
import { toPublicAddress, type PublicAddress } from './address.ts'
import { bundledCities, bundledOrganisations, type Family } from './bundled.ts'
import { findOrganisation } from './organisations.ts'
import { toPlace } from './record.ts'
import { toTable, type Table } from './table.ts'

/** What an address tells: where it is, and whose table says so if that one wants to be named. */
export type Found = Pick<Site, 'place' | 'placeFrom'>

export interface Geoip {
  /**
   * Resolves with nothing for an address that is private, or that no table knows. Never rejects: that nobody knows where
   * a visitor is must not be felt by them.
   */
  find(address: string): Promise<Found>
}

export interface GeoipOptions {
  /** The operator's own MMDB file (GEOIP_DB), which wins over the bundled one. */
  readonly file?: string
  readonly log: Pick<Logger, 'warn'>
  readonly read?: (path: string) => Promise<Buffer>
}

/**
 * Reads each table when the first visitor comes whom it may know, and keeps it: 63 MB of cities and 21 MB of
 * organisations for IPv4, 71 MB and 11 MB for IPv6. A desk that nobody visits keeps nothing.
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
          'a table of addresses cannot be read: visitors have no place until the next start',
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
      return toPlace(table.get(address))
    } catch (error) {
      damaged = true
      log.warn({ err: error }, 'the table of places is damaged: visitors have no place until the next start')
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

/** Made when it is first asked for. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
