/**
 * The text of the number at `path`, with every digit that JSON.parse would round away: 9007199254740993, 1.10, 1e400.
 * For bytes that parseJson took; of duplicate keys the last counts. Undefined when no number stands there.
 */
export function numberAsWritten(bytes: Uint8Array, path: readonly string[]): string | undefined {
  let found: string | undefined
  let depth = 0
  /** How many keys of the path lead to where we are: the key at depth 1, below it the one at depth 2. */
  let matched = 0
  for (let i = 0; i < bytes.length; i++) {
    switch (bytes[i]) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++
        break
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--
        matched = Math.min(matched, depth)
        break
      case QUOTE: {
        const end = endOfString(bytes, i)
        const sign = skipBlanks(bytes, end)
        if (bytes[sign] === COLON && depth <= path.length && matched >= depth - 1) {
          const isOnPath = JSON.parse(textOf(bytes, i, end)) === path[depth - 1]
          matched = isOnPath ? depth : depth - 1
          // What an earlier key of this name led to no longer counts.
          if (isOnPath) found = depth === path.length ? numberAt(bytes, skipBlanks(bytes, sign + 1)) : undefined
        }
        i = end - 1
        break
      }
    }
  }
  return found
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const SPACE = 0x20

const utf8 = new TextDecoder()
const textOf = (bytes: Uint8Array, start: number, end: number) => utf8.decode(bytes.subarray(start, end))

/** Where the string that begins at `start` is over: past its closing quote. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at + 1
}

/** White space of JSON is all at or below the space. */
function skipBlanks(bytes: Uint8Array, at: number): number {
  while (at < bytes.length && bytes[at]! <= SPACE) at++
  return at
}

function numberAt(bytes: Uint8Array, start: number): string | undefined {
  let end = start
  while (end < bytes.length && NUMBER.has(bytes[end]!)) end++
  return end > start ? textOf(bytes, start, end) : undefined
}

const NUMBER = new Set(Array.from('+-.0123456789Ee', (sign) => sign.charCodeAt(0)))
