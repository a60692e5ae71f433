/** A word as it is looked for, without case and accents, and where it stands in its text. */
export interface Word {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** Scripts that set no spaces between words: each character is one, and what is looked for is a run of them. */
const ALONE = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`
const WORD = new RegExp(String.raw`${ALONE}|[[\p{L}\p{N}\p{M}]--${ALONE}]+`, 'gv')
/** Of a longer word, its beginning is looked for. */
const WORD_MAX = 60

/** The words of a text in their order. Takes time in proportion to its length. */
export function wordsIn(text: string): Word[] {
  const words: Word[] = []
  for (const found of text.matchAll(WORD)) {
    const word = fold(found[0])
    if (word !== '') words.push({ word, start: found.index, end: found.index + found[0].length })
  }
  return words
}

/** Letters and digits alone: so it can stand in quotes wherever the database wants it there. */
function fold(written: string): string {
  // The longest letter becomes eighteen.
  const folded = written.slice(0, WORD_MAX).toLowerCase().normalize('NFKD').replaceAll('ς', 'σ')
  return folded
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, WORD_MAX)
    .replace(/[\ud800-\udbff]$/, '')
}

/** What must stand together and in this order; `open`: its last word may be the beginning of one. */
export interface Term {
  readonly words: readonly string[]
  readonly open: boolean
}

const PIECE = /"([^"]*)("?)|[^\s"]+/g

/** What somebody wants to find: words, and phrases in quotes. The last one may still be being typed. */
export function termsOf(asked: string): Term[] {
  const terms = [...asked.matchAll(PIECE)].map(([piece, , closing]) => ({
    words: wordsIn(piece).map(({ word }) => word),
    open: closing !== '"',
  }))
  const found = terms.filter(({ words }) => words.length > 0)
  return found.map(({ words, open }, i) => ({ words, open: open && i === found.length - 1 }))
}

/** Whether a term begins at a place among words. */
export function standsAt({ words: wanted, open }: Term, words: readonly Word[], place: number): boolean {
  return wanted.every((one, i) => {
    const there = words[place + i]?.word
    return open && i === wanted.length - 1 ? there?.startsWith(one) === true : there === one
  })
}
