import { fold } from '@deskbell/protocol/fold'

/** Whether the letters occur in this order. */
function isScattered(letters: string, text: string): boolean {
  let at = -1
  return [...letters].every((letter) => (at = text.indexOf(letter, at + 1)) >= 0)
}

/** How well one word of the query fits; 0: it does not. */
function fitOf(word: string, title: string): number {
  const parts = title.split(/[^\p{L}\p{M}\p{N}#@.+]+/u)
  const at = parts.findIndex((part) => part.startsWith(word))
  if (at >= 0) return (at === 0 ? 12 : 10) + (parts[at] === word ? 2 : 0)
  if (isScattered(word, parts.map((part) => part[0] ?? '').join(''))) return 7
  if (word.length > 1 && title.includes(word)) return 5
  return word.length > 2 && isScattered(word, title) ? 1 : 0
}

/** How well a title fits the query; null: it does not. Each word of the query must fit. `recent`: from 0 to 1. */
export function scoreOf(query: string, title: string, recent = 0): number | null {
  const text = fold(title)
  const words = fold(query).split(/\s+/).filter(Boolean)
  const fits = words.map((word) => fitOf(word, text))
  if (fits.includes(0)) return null
  const whole = text.startsWith(words.join(' ')) ? 6 : 0
  return fits.reduce((sum, fit) => sum + fit, 0) / Math.max(1, words.length) + whole + 4 * recent
}

/** The items that fit, best first; equal ones stay in their order. */
export function rank<Item extends { id: string; title: string }>(
  query: string,
  items: readonly Item[],
  recent: readonly string[],
): Item[] {
  const recency = (id: string) => {
    const at = recent.indexOf(id)
    return at < 0 ? 0 : 1 - at / recent.length
  }
  return items
    .flatMap((item) => {
      const score = scoreOf(query, item.title, recency(item.id))
      return score === null ? [] : [{ item, score }]
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item)
}
