/**
 * Bytes as Latin-1 text, and for each of them its position in the text that was decoded; undefined: the same position.
 */
export interface Units {
  readonly text: string
  readonly from: readonly number[] | undefined
  /** The position after its last character. */
  readonly to: readonly number[] | undefined
}

const ENCODED = /[\\%&]/
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/iy
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const UNICODE = /u([0-9a-f]{4})/iy
const LOW = /\\+u(d[c-f][0-9a-f]{2})/iy
const PERCENT = /%([0-9a-f]{2})/iy

/** Decodes one level of JSON, URL and HTML encoding; undefined when nothing is encoded. Each character is read once. */
export function decodeOnce({ text, from, to }: Units): Units | undefined {
  if (!ENCODED.test(text)) return undefined
  const units = { text: '', from: [] as number[], to: [] as number[] }
  for (let at = 0; at < text.length;) {
    const [bytes, length] = readUnit(text, at)
    units.text += bytes
    for (let i = 0; i < bytes.length; i++) {
      units.from.push(from?.[at] ?? at)
      units.to.push(to?.[at + length - 1] ?? at + length)
    }
    at += length
  }
  return units.text === text ? undefined : units
}

/** The bytes encoded here, and how many characters they take. */
function readUnit(text: string, at: number): [bytes: string, length: number] {
  switch (text[at]) {
    case '\\':
      return readEscape(text, at)
    case '%': {
      const [all, hex] = matchAt(PERCENT, text, at) ?? []
      return all && hex ? [String.fromCharCode(parseInt(hex, 16)), all.length] : ['%', 1]
    }
    case '&': {
      const [all, decimal, hex, name] = matchAt(ENTITY, text, at) ?? []
      if (!all) return ['&', 1]
      if (name !== undefined) return [NAMED[name.toLowerCase()] ?? all, all.length]
      return [toBytes(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal)), all.length]
    }
    default:
      return [text[at] ?? '', 1]
  }
}

/** Any number of backslashes: JSON within JSON doubles them. */
function readEscape(text: string, at: number): [bytes: string, length: number] {
  let end = at
  while (text[end] === '\\') end++
  const next = text[end]
  if (next === '"' || next === '/') return [next, end + 1 - at]
  const [, hex] = matchAt(UNICODE, text, end) ?? []
  if (hex === undefined) return ['\\', end - at]
  end += 5
  const code = parseInt(hex, 16)
  const [all, low] = (code & 0xfc00) === 0xd800 ? (matchAt(LOW, text, end) ?? []) : []
  if (all === undefined || low === undefined) return [toBytes(code), end - at]
  return [toBytes(0x10000 + ((code & 0x3ff) << 10) + (parseInt(low, 16) & 0x3ff)), end + all.length - at]
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function toBytes(code: number): string {
  return code > 0x10ffff ? '' : Buffer.from(String.fromCodePoint(code)).toString('latin1')
}

/** Normalizes case, both alphabets of base64, and a space and its `+`. */
export const fold = (text: string): string => text.toLowerCase().replaceAll(/[+ ]/g, '-').replaceAll('/', '_')
