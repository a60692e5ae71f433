import { decodeOnce, fold, type Units } from './encodings.ts'
import { MASK } from '../record.ts'

/** Removes secrets from stored responses. */
export interface Hide {
  text(text: string): string
  /** JSON stays valid: an escape sequence is removed whole or not at all. */
  bytes(body: Buffer): Buffer
}

/** Shorter texts are not treated as secrets, because they occur in any text. */
const SECRET_MIN = 4
/** How many levels of encoding are decoded. */
const LEVELS = 3
const MASK_BYTES = Buffer.from(MASK).toString('latin1')

/**
 * Removes secrets from a receiver's responses, which often repeat the request (T15): in plain form, and as encoded by
 * JSON, URL, HTML, base64 or hex, alone or within longer text, in any combination and case. Takes time linear in the
 * text, and no memory for secrets that are not in use.
 */
export function hiding(secrets: readonly (string | undefined)[]): Hide {
  const known = secrets.filter((secret) => secret !== undefined && [...secret].length >= SECRET_MIN) as string[]
  let needles: readonly string[] | undefined
  const bytes = (body: Buffer): Buffer => {
    needles ??= [...new Set(known.flatMap(needlesOf))]
    const text = body.toString('latin1')
    const ranges = findAll(text, needles)
    return ranges.length ? Buffer.from(withMasks(text, ranges), 'latin1') : body
  }
  return {
    bytes,
    text(text) {
      const body = Buffer.from(text)
      const hidden = bytes(body)
      return hidden === body ? text : hidden.toString('utf8')
    },
  }
}

/** The secret parts of a header's value: all of it, the part after a scheme, and what Basic encodes. */
export function secretsInHeader(value: string): string[] {
  const [, scheme = '', credentials] = /^([\w-]+) +(\S.*)$/.exec(value) ?? []
  if (credentials === undefined) return [value]
  if (scheme.toLowerCase() !== 'basic') return [value, credentials]
  const decoded = Buffer.from(credentials, 'base64').toString('utf8')
  return [value, credentials, decoded, decoded.slice(decoded.indexOf(':') + 1)]
}

/** Signing secrets with and without their prefix. */
export const signingSecrets = (secrets: readonly string[]): string[] => secrets.map((one) => one.replace(/^whsec_/, ''))

type Range = readonly [from: number, to: number]

/** The positions of the needles in the text, at each level of encoding, in order. */
function findAll(text: string, needles: readonly string[]): Range[] {
  const ranges: Range[] = []
  let units: Units | undefined = { text, from: undefined, to: undefined }
  for (let level = 0; units && level <= LEVELS; level++) {
    const folded = fold(units.text)
    for (const needle of needles)
      for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length))
        ranges.push([units.from?.[at] ?? at, units.to?.[at + needle.length - 1] ?? at + needle.length])
    units = decodeOnce(units)
  }
  return ranges.toSorted(([a], [b]) => a - b)
}

function withMasks(text: string, ranges: readonly Range[]): string {
  let clean = ''
  let done = 0
  for (const [from, to] of ranges) {
    if (from >= done) clean += text.slice(done, from) + MASK_BYTES
    done = Math.max(done, to)
  }
  return clean + text.slice(done)
}

/** The texts that reveal a secret, normalized like the searched text. */
function needlesOf(secret: string): string[] {
  // Headers are sent in Latin-1, addresses and bodies in UTF-8.
  const isLatin = [...secret].every((letter) => (letter.codePointAt(0) ?? 0) <= 0xff)
  return [Buffer.from(secret), ...(isLatin ? [Buffer.from(secret, 'latin1')] : [])].flatMap((bytes) => {
    const plain = bytes.toString('latin1')
    const forms = [plain, Buffer.from(plain).toString('latin1'), bytes.toString('hex'), ...coresOf(bytes)]
    return [...forms.map(fold), fold(decodeFully(plain))].filter((needle) => needle.length >= SECRET_MIN)
  })
}

function decodeFully(text: string): string {
  let units: Units | undefined = { text, from: undefined, to: undefined }
  let last = text
  while ((units = decodeOnce(units))) last = units.text
  return last
}

/** The base64 characters that a secret alone determines, for each of its possible offsets. */
function coresOf(secret: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const all = Buffer.concat([Buffer.alloc(before), secret])
    const first = Math.ceil((before * 8) / 6)
    return all.toString('base64').slice(first, Math.floor((all.length * 8) / 6))
  })
}
