/** A piece of a text: plain, or a link. The joined pieces are the text (T3). */
export type Piece = { text: string; href?: string; host?: string }

/** Schemes a link may have, checked after parsing (T2). */
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])
/** Where a link may begin. */
const START = /\b(?:https?:\/\/|mailto:|tel:|www\.)/giu
/** Punctuation that is seldom the last character of an address. */
const TRAILING = new Set('.,:;!?\'"*_~’”»…'.split(''))
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' }
/**
 * Characters that end an address: space, quotes, angle brackets, controls, and characters that reorder or hide text
 * (T7).
 */
const STOP = /[\s"<>`{}|\\^\u0000-\u001f\u007f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u

/** The end of the run of characters that could be an address. */
function runEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && !STOP.test(text[end]!)) end += 1
  return end
}

/**
 * The run without the punctuation of the sentence around it: `(see https://a.test/b_(c)).` keeps
 * `https://a.test/b_(c)`.
 */
function trimmed(run: string): string {
  const counts = new Map<string, number>()
  for (const character of run) counts.set(character, (counts.get(character) ?? 0) + 1)
  let end = run.length
  while (end > 0) {
    const last = run[end - 1]!
    const opening = CLOSING[last]
    const loose = opening !== undefined && (counts.get(opening) ?? 0) < (counts.get(last) ?? 0)
    if (!TRAILING.has(last) && !loose) break
    counts.set(last, (counts.get(last) ?? 0) - 1)
    end -= 1
  }
  return run.slice(0, end)
}

/**
 * The destination of an address, or null for an address that must not be a link: parsed first, then checked for its
 * scheme (T2). `host` is the name in ASCII, given when the text shows something else: look-alike letters, a user part
 * before an @ (T7).
 */
export function toTarget(address: string): { href: string; host?: string } | null {
  const url = URL.parse(/^www\./i.test(address) ? `https://${address}` : address)
  if (!url) return null
  if (!SCHEMES.has(url.protocol)) return null // guard T2
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return url.pathname ? { href: url.href } : null
  const shown = /^(?:[a-z]+:\/\/)?([^/?#]*)/i.exec(address)?.[1]?.toLowerCase() ?? ''
  return shown === url.host || shown === `${url.host}:${url.protocol === 'https:' ? 443 : 80}`
    ? { href: url.href }
    : { href: url.href, host: url.host }
}

/**
 * The destination of a link that a visitor gave with a label: web pages only (T28). `host` is given when the label does
 * not show it (T7). Null: plain text.
 */
export function toPage(address: string, text = address): { href: string; host?: string } | null {
  const target = toTarget(address)
  if (!target) return null
  if (!/^https?:/.test(target.href)) return null // guard T28
  const said = toTarget(text)
  if (said?.href !== target.href) return { href: target.href, host: new URL(target.href).host }
  return said
}

/** Divides a text into plain pieces and links, in linear time: each run is examined once (T30). */
export function toPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  const start = new RegExp(START)
  let done = 0
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const end = runEnd(text, match.index)
    const address = trimmed(text.slice(match.index, end))
    start.lastIndex = Math.max(end, start.lastIndex)
    const target = toTarget(address)
    if (!target) continue
    if (match.index > done) pieces.push({ text: text.slice(done, match.index) }) // guard T3
    pieces.push({ text: address, ...target })
    done = match.index + address.length
  }
  if (done < text.length) pieces.push({ text: text.slice(done) })
  return pieces
}
