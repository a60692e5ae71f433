/** A part of a file: first and last byte, both included. */
export interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Reads a Range header (RFC 9110, 14). Undefined: the whole file, also for what is not understood, as the RFC allows,
 * and for several parts at once, which no player needs. 'outside': nothing of the file is in it.
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
