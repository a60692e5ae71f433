/** What the delivery log keeps of a request and its answer, with secrets masked (T15). */

/** Of an answer, so much is read, and so much is kept in the log (bytes, characters). */
export const ANSWER_MAX = 256 * 1024
const KEPT_MAX = 4096
export const MASK = '••••••••'

/** An address without what its query says: there receivers put their secrets (T15). Names of values stay. */
export function maskUrl(text: string): string {
  const mark = text.indexOf('?')
  if (mark < 0) return text
  const masked = text
    .slice(mark + 1)
    .split('&')
    .map((part) => {
      const value = part.indexOf('=') + 1
      return value < part.length ? part.slice(0, value) + MASK : part
    })
  return `${text.slice(0, mark)}?${masked.join('&')}`
}

export function toFlat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    flat[name] = name === 'set-cookie' ? MASK : Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

/** What the log shows of an answer: text that a database and a page can hold. */
export function toKept(body: Buffer): string {
  const text = body.toString('utf8', 0, KEPT_MAX).replaceAll('\u0000', '�')
  return body.length > KEPT_MAX ? `${text}…` : text
}
