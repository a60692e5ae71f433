import type { PublicAddress } from './address.ts'

const NEWLINE = 10
const COMMA = 44
const LINE = /^\d+,(\d+),\d*,(.*?)\r?$/s

/**
 * Finds the organisation that announces an address, in a CSV of `first,last,number,name` with decimal addresses. The
 * lines are sorted, so the file is searched in place: half a million lines need no parsing and no further memory.
 */
export function findOrganisation(table: Buffer, { decimal }: Pick<PublicAddress, 'decimal'>): string | undefined {
  const endOf = (start: number) => {
    const end = table.indexOf(NEWLINE, start)
    return end === -1 ? table.length : end
  }
  // The last line that begins at or before the address begins in [low, high), or is `found`.
  let found: number | undefined
  let low = 0
  let high = table.length
  while (low < high) {
    const start = table.lastIndexOf(NEWLINE, ((low + high) >> 1) - 1) + 1
    if (isLess(decimal, table.toString('latin1', start, table.indexOf(COMMA, start)))) high = start
    else {
      found = start
      low = endOf(start) + 1
    }
  }
  if (found === undefined) return undefined
  const [, last, name] = LINE.exec(table.toString('utf8', found, endOf(found))) ?? []
  if (last === undefined || name === undefined || isLess(last, decimal)) return undefined
  return unquoted(name) || undefined
}

/** Compares decimal whole numbers without leading zeros. */
const isLess = (one: string, other: string): boolean =>
  one.length === other.length ? one < other : one.length < other.length

const unquoted = (field: string): string => (field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field)
