/** Text from requests: made storable, counted in code points, cut between graphemes. */

/** A32: PostgreSQL takes neither `\u0000` nor a lone surrogate. The first is removed, the second becomes U+FFFD. */
export function cleanText(text: string): string {
  const whole = text.includes('\0') ? text.replaceAll('\0', '') : text
  return whole.isWellFormed() ? whole : whole.toWellFormed()
}

export interface Cut {
  text: string
  /** Code points before the cut; absent when nothing was cut. */
  cutFrom?: number
}

/**
 * A14: at most `max` code points, cut at the last grapheme boundary that fits. A single grapheme that is longer than
 * `max` by itself is cut between code points instead, because an empty message would lose its whole text.
 */
export function cutText(text: string, max: number): Cut {
  // No text has more code points than code units: nearly every message ends here.
  if (text.length <= max) return { text }
  const cutFrom = countCodePoints(text)
  if (cutFrom <= max) return { text }
  const border = unitsOf(text, max)
  const next = border + (isPair(text, border) ? 2 : 1)
  // Whether a grapheme ends at the border depends on what stands before it and on the one code point after it.
  const start = graphemes().segment(text.slice(0, next)).containing(border)?.index
  return { text: text.slice(0, start || border), cutFrom }
}

export function countCodePoints(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length - 1; i++) {
    if (!isPair(text, i)) continue
    count--
    i++
  }
  return count
}

/** Code units of the first `count` code points. */
function unitsOf(text: string, count: number): number {
  let units = 0
  for (let i = 0; i < count; i++) units += isPair(text, units) ? 2 : 1
  return units
}

function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
}

let segmenter: Intl.Segmenter | undefined
/** Made when first needed: most processes never cut a text. */
function graphemes(): Intl.Segmenter {
  return (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' }))
}
