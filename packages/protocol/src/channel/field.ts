import { numberAsWritten } from '../as-written.ts'
import { own, type JsonObject } from '../json.ts'
import { URL_MAX } from '../limits.ts'
import { cleanText, cutText } from '../text.ts'
import { CHANNEL_ERRORS, type ChannelErrorCode } from './errors.ts'

export interface InvalidInput {
  kind: 'invalid'
  code: ChannelErrorCode
  /** A sentence for a developer: what is wrong and what would be right. */
  message: string
  /** JSON pointer. */
  field: string
}

export function invalidInput(code: ChannelErrorCode, field: string, message?: string): InvalidInput {
  return { kind: 'invalid', code, message: message ?? CHANNEL_ERRORS[code].message, field }
}

/** One object of a body, `sender` or `message`, with the body's bytes, for numbers that lost digits in parsing. */
export interface Part {
  name: 'sender' | 'message'
  fields: JsonObject
  raw: Uint8Array
}

/**
 * Text where text is documented: a string, cleaned (A32), or a number as it was written, since clients send both (A8).
 * Undefined when absent or null. False for other types: an object, an array, a boolean.
 */
export function readText(part: Part, key: string): string | undefined | false {
  const value = own(part.fields, key)
  if (typeof value === 'string') return cleanText(value)
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number') return false // guard T29
  return Number.isSafeInteger(value) ? String(value) : (numberAsWritten(part.raw, [part.name, key]) ?? String(value))
}

/** The same for an optional field: blank or unusable is absent, longer than `max` code points is cut. */
export function readOptional(part: Part, key: string, max: number): string | undefined {
  const text = readText(part, key)
  return text && !isBlank(text) ? cutText(text, max).text : undefined
}

/** An http(s) link of at most URL_MAX characters, as given; anything else is absent (A10). */
export function readLink(part: Part, key: string): string | undefined {
  const value = own(part.fields, key)
  return typeof value === 'string' && isHttpUrl(value) ? value : undefined
}

/** A18: a positive integer, also as a decimal string; anything else is absent. */
export function readCount(part: Part, key: string, max = Number.MAX_SAFE_INTEGER): number | undefined {
  const value = own(part.fields, key)
  const number = typeof value === 'string' && /^\d{1,16}$/u.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) && (number as number) > 0 && (number as number) <= max
    ? (number as number)
    : undefined
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** Whether the server may show or fetch it. The address of its host is checked when it is fetched (T13). */
export function isHttpUrl(text: string): boolean {
  return text.length <= URL_MAX && /^https?:\/\//iu.test(text) && URL.canParse(text) && cleanText(text) === text
}
