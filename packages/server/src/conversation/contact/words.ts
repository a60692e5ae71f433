import { fold } from '@deskbell/protocol/fold'
import { lexeme } from '../../db/lexeme.ts'

/** Characters of a word that are indexed. */
const WORD_MAX = 60
/** Words of one contact: visitors choose their names. */
const WORDS_MAX = 120
/** Shorter endings of a phone number are not indexed. */
const ENDING_MIN = 3

/** What a contact is found by. */
export interface Findable {
  /** Names, e-mail addresses and identifiers. */
  readonly texts: readonly (string | null)[]
  readonly phones: readonly (string | null)[]
  /** Numbers of its visitors. */
  readonly numbers: readonly number[]
}

/** The words of a text, without case and accents: letters, their marks and digits only, so that each can be quoted. */
function foldedWords(text: string): string[] {
  const words = fold(text.slice(0, 1000)).matchAll(/[\p{L}\p{N}\p{M}]+/gu)
  return [...words].map(([word]) => [...word].slice(0, WORD_MAX).join(''))
}

/** The digits of a phone number without leading zeros, so that national and international spellings have one ending. */
export const digitsOf = (text: string): string => text.replaceAll(/\D+/g, '').replace(/^0+/, '').slice(0, 20)

/** The index of a contact, in the database's notation. It begins with the account, so that accounts never share words. */
export function contactWords(account: number, { texts, phones, numbers }: Findable): string {
  const words = new Set<string>(numbers.map(String))
  for (const text of texts) for (const word of foldedWords(text ?? '')) words.add(word)
  for (const phone of phones) {
    const digits = digitsOf(phone ?? '')
    for (let at = 0; at <= digits.length - ENDING_MIN; at++) words.add(digits.slice(at))
    if (digits !== '' && digits.length < ENDING_MIN) words.add(digits)
  }
  return [`'#${account}'`, ...[...words].slice(0, WORDS_MAX).map((word) => `'${word}'`)].join(' ')
}

/**
 * A query for contacts that have all words of the text; each may be the beginning of a word. A text without letters is a
 * phone number or a number of a visitor. Null: nothing can match.
 */
export function contactQuery(text: string): string | null {
  const words = /\p{L}/u.test(text) ? foldedWords(text) : [digitsOf(text)]
  if (words.every((word) => word === '')) return null
  return words.map((word) => lexeme(word, true)).join(' & ')
}
