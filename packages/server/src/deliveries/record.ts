import type { AttemptRecord } from './delivery.ts'
import type { Attempted } from './handler.ts'
import type { Hide } from './http/hide.ts'

/** What the delivery log stores of a request and its answer, with secrets masked (T15). */

/** How much of an answer is read (bytes), and how much of it the log stores (characters). */
export const ANSWER_MAX = 256 * 1024
const KEPT_MAX = 4096
export const MASK = '••••••••'

/** A URL with the values of its query masked, since receivers put secrets there (T15). The names stay. */
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

/** An attempt that failed for good before a request was made. `reason` is shown in the delivery log; `at` in ms. */
export function withoutRequest<Result>(
  result: Result,
  { number, at, reason }: Pick<AttemptRecord, 'number' | 'at'> & { readonly reason: string },
): Attempted & { readonly result: Result } {
  const request = { url: '', headers: {}, body: '' }
  return {
    record: { number, at, ms: 0, outcome: 'final', status: null, reason, request, response: null },
    diagnosis: null,
    result,
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** An answer as the log stores it. `hide` masks the secrets that the request contained. */
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

/** A body as the log stores it: cut, and without NUL, which Postgres refuses. */
export function toKept(text: string): string {
  const clean = text.slice(0, KEPT_MAX).replaceAll('\u0000', '�')
  return text.length > KEPT_MAX ? `${clean}…` : clean
}
