import type { Hide } from './http/hide.ts'

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

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** An answer as the log keeps it. `hide` takes out what the receiver was sent and must not be read (`hiding`). */
export function toKeptAnswer(
  answer: { readonly headers: Headers; readonly body: Buffer },
  hide: Hide,
): { headers: Record<string, string>; body: string } {
  return { headers: toFlat(answer.headers, hide), body: toKept(hide.bytes(answer.body).toString('utf8')) }
}

function toFlat(headers: Headers, hide: Hide): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const text = name === 'set-cookie' ? MASK : Array.isArray(value) ? value.join(', ') : value
    flat[hide.text(name)] = hide.text(text)
  }
  return flat
}

/** What the log shows of a body: text that a database and a page can hold. */
export function toKept(text: string): string {
  const clean = text.slice(0, KEPT_MAX).replaceAll('\u0000', '�')
  return text.length > KEPT_MAX ? `${clean}…` : clean
}
