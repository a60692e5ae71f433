import { isObject, own } from './json.ts'

/** A number with the text that it was written as. */
class Written {
  readonly source: string | undefined

  constructor(source: string | undefined) {
    this.source = source
  }
}

const utf8 = new TextDecoder()

/**
 * The text of the number at `path`, with every digit that JSON.parse would round away: 9007199254740993, 1.10, 1e400.
 * For bytes that parseJson accepted; of duplicate keys the last counts. Undefined when there is no number. It parses
 * anew, so call it only for a number that lost digits.
 */
export function numberAsWritten(bytes: Uint8Array, path: readonly string[]): string | undefined {
  const keep = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new Written(context?.source) : value
  let value: unknown = JSON.parse(utf8.decode(bytes), keep)
  for (const key of path) value = isObject(value) ? own(value, key) : undefined
  return value instanceof Written ? value.source : undefined
}
