import { BODY_MAX, DEPTH_MAX, KEYS_MAX } from './limits.ts'

export type JsonObject = Record<string, unknown>
export type ParsedJson<Value = JsonObject> =
  | { ok: true; value: Value }
  | {
      ok: false
      code: 'invalid_json' | 'too_large'
      /** A sentence for a developer. */
      reason: string
      /** False when it is not JSON. */
      isJson: boolean
    }

// Decodes strictly and drops a leading BOM.
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * A32, T31: a JSON object out of an untrusted body. Of duplicate keys the last wins. The object is
 * as JSON.parse makes it: a key `__proto__` is a property like any other, so read with `own`, and never copy keys by
 * assignment.
 */
export function parseJson(bytes: Uint8Array): ParsedJson {
  const parsed = parseJsonValue(bytes, BODY_MAX)
  if (!parsed.ok) return parsed
  const { value } = parsed
  return isObject(value) ? { ok: true, value } : invalid('The body must be a JSON object')
}

type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown

/** The same for a body that may be any JSON value, of at most `most` bytes; `reviver` is JSON.parse's own. */
export function parseJsonValue(bytes: Uint8Array, most: number, reviver?: Reviver): ParsedJson<unknown> {
  if (bytes.length > most) return tooLarge(most) // guard T31
  const excess = findExcess(bytes)
  if (excess) return invalid(excess) // guard T31
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return invalid('The body is not valid UTF-8', false)
  }
  try {
    return { ok: true, value: JSON.parse(text, reviver) as unknown }
  } catch {
    const blank = text.trim() === ''
    return invalid(blank ? 'The body is empty; a JSON object is expected' : 'The body is not valid JSON', false)
  }
}

/** A property of the object itself, never one of its prototype. Undefined when absent. */
export function own(object: JsonObject, key: string): unknown {
  if (!Object.hasOwn(object, key)) return undefined // guard T31
  return object[key]
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// In this module, because importing them from another one makes parsing 10 % slower.
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

/**
 * Nesting and number of keys, before anything is built from the body. Bytes of a multi-byte character are all over
 * 0x7f, so none is mistaken for a bracket or quote. A body that is not JSON may be miscounted; the parser refuses it
 * anyway.
 */
function findExcess(bytes: Uint8Array): string | undefined {
  const end = bytes.length
  let depth = 0
  let keys = 0
  for (let i = 0; i < end; i++) {
    switch (bytes[i]) {
      case QUOTE:
        for (i++; i < end && bytes[i] !== QUOTE; i++) if (bytes[i] === BACKSLASH) i++
        break
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (++depth > DEPTH_MAX) return `The body is nested deeper than ${DEPTH_MAX}`
        break
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--
        break
      case COLON:
        if (++keys > KEYS_MAX) return `The body has more than ${KEYS_MAX} keys`
        break
    }
  }
  return undefined
}

function invalid(reason: string, isJson = true): ParsedJson<never> {
  return { ok: false, code: 'invalid_json', reason, isJson }
}

function tooLarge(most: number): ParsedJson<never> {
  return { ok: false, code: 'too_large', reason: `The body is over ${most} bytes`, isJson: true }
}
