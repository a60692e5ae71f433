import { reason as say } from '../agent/reasons.ts'

/**
 * The result of a message to an integrator, read from the integrator's answer (A22, A23, A26).
 *
 * - `ok`: delivered. `diagnosis` is a sentence for the channel's settings: the message counts as delivered although the
 *   answer does not say so.
 * - `final`: the integrator refused it; it is not sent again. `text` is what the agent sees; may be ''.
 * - `retry`: counts as a failed attempt. `reason` is a clause for developers. `text` is set when the answer named an
 *   error: the agent sees it if this was the last attempt; may be ''. Without it, the agent sees
 *   `undelivered(reason)`.
 */
export type Reply =
  | { outcome: 'ok'; diagnosis?: string }
  | { outcome: 'final'; code: string; text: string }
  | { outcome: 'retry'; reason: string; code?: string; text?: string; diagnosis?: string }

export interface ReplyOptions {
  /** The channel's switch "any 2xx is success". */
  anySuccess: boolean
  /** Which attempt this was, 1 for the first; the diagnosis counts it. */
  attempt?: number
}

/** For the log only: errors that the agent cannot correct. */
const SILENT = new Set(['duplicate', 'ignored', 'typing_unsupported', 'silent'])
/** "Try later" is a failed attempt with any status. */
const TRY_LATER = new Set(['rate_limited', 'temporarily_unavailable'])

const MOST_TEXT = 500
const MOST_CODE = 64

export function readReply(status: number, body: Uint8Array | string, options: ReplyOptions): Reply {
  const answer = parseAnswer(typeof body === 'string' ? body : new TextDecoder().decode(body))
  const success = status >= 200 && status <= 299
  const error = answer && readError(answer)
  if (error) {
    const { code, text } = error
    const final = (success || (status >= 400 && status <= 499)) && !TRY_LATER.has(code)
    if (final) return { outcome: 'final', code, text }
    return {
      outcome: 'retry',
      reason: success ? say('server_error', { code }) : say('server_answered', { status }),
      code,
      text,
    }
  }
  if (!success) return { outcome: 'retry', reason: say('server_answered', { status }) }
  if (isOk(answer?.['result'])) return { outcome: 'ok' }
  const count = options.attempt ?? 1
  const diagnosis = count === 1 ? say('without_result_once', { status }) : say('without_result', { status, count })
  if (options.anySuccess) return { outcome: 'ok', diagnosis }
  return { outcome: 'retry', reason: say('no_result', { status }), diagnosis }
}

/** What the agent sees when no attempt brought a valid answer. `reason` is a clause: "no answer within 3 seconds". */
export function undelivered(reason: string): string {
  return say('undelivered', { reason })
}

type Json = Record<string, unknown>

/** Parses an object tolerantly: after a BOM and white space, from a JSON string in JSON, and `[]` for PHP's `{}`. */
function parseAnswer(text: string): Json | undefined {
  const value = parseJson(text)
  return toObject(typeof value === 'string' ? parseJson(value) : value)
}

function parseJson(text: string): unknown {
  try {
    // trim() also removes the BOM.
    return JSON.parse(text.trim())
  } catch {
    return undefined
  }
}

function toObject(value: unknown): Json | undefined {
  if (Array.isArray(value)) return value.length === 0 ? {} : undefined
  return typeof value === 'object' && value !== null ? (value as Json) : undefined
}

function isOk(result: unknown): boolean {
  return typeof result === 'string' && result.toLowerCase() === 'ok'
}

/** The error that an answer names; undefined when it is absent, null, false or ''. */
function readError(answer: Json): { code: string; text: string } | undefined {
  const { error } = answer
  if (error === undefined || error === null || error === false || error === '') return undefined
  const named = toObject(error) ?? (typeof error === 'number' ? { code: error } : { message: error })
  const code = plain(named['code'], MOST_CODE)
  const message = plain(named['message'], MOST_TEXT)
  // Some integrators' templates contain an empty error, or parts of one, beside the success.
  const empty = (code === '' || code === '0') && (message === '' || message === '0')
  if (empty && isOk(answer['result'])) return undefined
  const text = SILENT.has(code) ? '' : message || (code ? `Delivery failed (${code})` : 'Delivery failed')
  return { code, text }
}

/** Text on one line, without control characters and lone surrogates, of at most so many code points. */
function plain(value: unknown, most: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const text = String(value)
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
  return text.length <= most ? text : [...text].slice(0, most).join('')
}
