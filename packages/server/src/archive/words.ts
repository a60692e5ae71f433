import { fold } from '@deskbell/protocol/fold'

/** A word without case and accents, and its position in the text. */
export interface Word {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** Scripts without spaces between words: each character is a word, and a search term is a sequence of them. */
const ALONE = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`
const WORD = new RegExp(String.raw`${ALONE}|[[\p{L}\p{N}\p{M}]--${ALONE}]+`, 'gv')
const IS_ALONE = new RegExp(ALONE, 'v')
const HAS_LETTER = /[\p{L}\p{N}]/u
/** Only this much of a longer word is indexed. */
const WORD_MAX = 60

/** Most words that are indexed are in plain text, whose words are found in a third of the time. */
const BEYOND_ASCII = /[^\0-\x7f]/
const ASCII_WORD = /[a-z0-9]+/g

/** The words of a text in order. Takes time linear in its length. */
export function wordsIn(text: string): Word[] {
  const words: Word[] = []
  if (!BEYOND_ASCII.test(text)) {
    for (const { 0: word, index } of text.toLowerCase().matchAll(ASCII_WORD))
      words.push({ word: word.slice(0, WORD_MAX), start: index, end: index + word.length })
    return words
  }
  for (const found of text.matchAll(WORD)) {
    const word = quotable(found[0])
    if (word !== '') words.push({ word, start: found.index, end: found.index + found[0].length })
  }
  return words
}

/** Letters with their marks and digits only, so that a word can be quoted in the database's notation. */
function quotable(written: string): string {
  // The longest letter expands to eighteen.
  const folded = fold(written.slice(0, WORD_MAX)).replaceAll('ς', 'σ')
  return folded
    .replaceAll(IS_ALONE.test(written) || !HAS_LETTER.test(folded) ? /[^\p{L}\p{N}]+/gu : /[^\p{L}\p{N}\p{M}]+/gu, '')
    .slice(0, WORD_MAX)
    .replace(/[\ud800-\udbff]$/, '')
}

/** Words that must be adjacent and in order; `open`: the last one may be a prefix. */
export interface Term {
  readonly words: readonly string[]
  readonly open: boolean
}

const PIECE = /"([^"]*)("?)|[^\s"]+/g

/** The terms of a search text: words, and phrases in quotes. The last word may be incomplete. */
export function termsOf(asked: string): Term[] {
  const terms = [...asked.matchAll(PIECE)].map(([piece, , closing]) => ({
    words: wordsIn(piece).map(({ word }) => word),
    open: closing !== '"',
  }))
  const found = terms.filter(({ words }) => words.length > 0)
  return found.map(({ words, open }, i) => ({ words, open: open && i === found.length - 1 }))
}

/** Whether a term matches at a position. */
export function standsAt({ words: wanted, open }: Term, words: readonly Word[], index: number): boolean {
  return wanted.every((one, i) => {
    const there = words[index + i]?.word
    return open && i === wanted.length - 1 ? there?.startsWith(one) === true : there === one
  })
}

/** A person is found by the beginning of any word. */
export const asBeginning = ({ words, open }: Term): Term => ({ words, open: open || words.length === 1 })
