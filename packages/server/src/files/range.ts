/** A part of a file: first and last byte, inclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Parses a Range header (RFC 9110, 14). Undefined: the whole file, also for a malformed header, as the RFC allows, and
 * for several parts, which no player needs. 'outside': the range is not within the file.
 */
export function parseRange(header: string | undefined, size: number): Range | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const start = Math.max(0, size - Number(last))
    return start < size ? { start, end: size - 1 } : 'outside'
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'outside'
}
