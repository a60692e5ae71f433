import { isObject, own, parseJsonValue, type JsonObject } from '../json.ts'
import { emptyAsObject, readCard, type Card, type LeftOut } from './card.ts'
import { ANSWER_MAX } from './limits.ts'

/** `ok` and `failure` in upper or lower case; `none`: the answer has no result, or cannot be read. */
export type Result = 'ok' | 'failure' | 'none'

export type CardAnswer =
  | { readonly result: 'ok'; readonly card: Card; readonly leftOut: readonly LeftOut[] }
  /** Nothing of it is shown to the agent. `reason` is a sentence for the delivery log. */
  | { readonly result: Exclude<Result, 'ok'>; readonly reason: string }

/** C11: the body of a 2xx to chat_accepted, whatever its Content-Type says. Never throws. */
export function parseCardAnswer(body: Uint8Array): CardAnswer {
  const read = readBody(body)
  if (!read.ok) return { result: 'none', reason: read.reason }
  const answer = read.value
  const result = resultOf(answer)
  if (result === 'failure') return { result, reason: 'The receiver reported a failure' }
  if (result === 'none') return { result, reason: 'The answer has no result "ok", so that nothing of it is shown' }
  return { result, ...readCard(answer) }
}

/** The most common answer. */
const USUAL = new TextEncoder().encode('{"result":"ok"}')

/** C16, C18: the body of a 2xx to any other event. The event counts as delivered with any body. Never throws. */
export function parseResult(body: Uint8Array): Result {
  if (body.length === USUAL.length && USUAL.every((byte, place) => body[place] === byte)) return 'ok'
  const read = readBody(body)
  return read.ok ? resultOf(read.value) : 'none'
}

function readBody(body: Uint8Array): { ok: true; value: JsonObject } | { ok: false; reason: string } {
  const parsed = parseJsonValue(body, ANSWER_MAX, (_key, value, context) => {
    // 9007199254740993 and 1.10 are shown as they were written: the number of an order, or a price.
    return typeof value === 'number' && !Number.isSafeInteger(value) ? (context?.source ?? value) : value
  })
  if (!parsed.ok) return parsed
  const value = emptyAsObject(parsed.value)
  return isObject(value) ? { ok: true, value } : { ok: false, reason: 'The answer is no JSON object' }
}

function resultOf(answer: JsonObject): Result {
  const result = own(answer, 'result')
  const word = typeof result === 'string' ? result.trim().toLowerCase() : ''
  return word === 'ok' || word === 'failure' ? word : 'none'
}
