/** A piece of a text: plain, or a link. The pieces' texts joined are the text (T3). */
export type Piece = { text: string; href?: string; host?: string }

/** Schemes a link may have, looked at after parsing, not before (T2). */
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])
/** Where a link may begin. */
const START = /\b(?:https?:\/\/|mailto:|tel:|www\.)/giu
/** Ends of sentences and quotes that are seldom meant as the last character of an address. */
const TRAILING = new Set('.,:;!?\'"*_~’”»…'.split(''))
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' }
/** What ends an address: space, quotes, angle brackets, controls, and characters that turn or hide text (T7). */
const STOP = /[\s"<>`{}|\\^\u0000-\u001f\u007f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u

/** The end of the run of characters that could be an address. */
function runEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && !STOP.test(text[end]!)) end += 1
  return end
}

/** The run without what closes the sentence around it: `(see https://a.test/b_(c)).` keeps `https://a.test/b_(c)`. */
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
 * What an address leads to, or null when it is no link we make: parsed first, then asked for its scheme (T2).
 * `host` is the name in ASCII, given where it is not what the text shows: look-alike letters, a user part before an @ (T7).
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
 * Where a link that a stranger gave leads, with words of theirs: only pages (T28). `host` is given where the words do not
 * say it themselves (T7). Null: it is text.
 */
export function toPage(address: string, text = address): { href: string; host?: string } | null {
  const target = toTarget(address)
  if (!target) return null
  if (!/^https?:/.test(target.href)) return null // guard T28
  const said = toTarget(text)
  if (said?.href !== target.href) return { href: target.href, host: new URL(target.href).host }
  return said
}

/** Cuts a text into plain pieces and links. Time is linear in the text: a run is looked at once, link or not (T30). */
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
