import { lexeme } from '../db/lexeme.ts'
import { trait, type Traits } from './traits.ts'
import { BLOCKED, digitsOf, NOTE_MARK } from './vector.ts'
import { termsOf, wordsIn, type Term } from './words.ts'

/** Search conditions for closed chats; absent ones are not applied. */
export interface ArchiveConditions {
  readonly q?: string
  /** A number, or a part of a name, an e-mail address or a phone number. */
  readonly visitor?: string
  readonly agent?: number
  readonly channel?: number
  readonly department?: number
  readonly tag?: number
  readonly rating?: 'positive' | 'negative' | 'none'
  readonly blocked?: boolean
}

/** Parts of the search query. Words contain only letters, marks and digits, so each can be quoted. */
export const all = (parts: readonly string[]): string => parts.join(' & ')
export const any = (parts: readonly string[]): string => `( ${parts.join(' | ')} )`

/** The search query; null: no chat can match. `channels`: those that the reader may see; null: all. */
export function toQuery(account: number, channels: readonly number[] | null, asked: ArchiveConditions): string | null {
  const { q = '', visitor = '', agent, channel, department, tag, rating, blocked } = asked
  if (channels?.length === 0) return null
  const terms = termsOf(q)
  const person = personQuery(account, visitor)
  if ((q.trim() !== '' && terms.length === 0) || person === null) return null
  return all([
    trait.account(account),
    `!${trait.open(account)}`,
    ...(channels ? [any(channels.map((id) => trait.channel(account, id)))] : []), // guard T18
    ...terms.map(termQuery),
    ...person,
    ...(agent === undefined ? [] : [trait.agent(account, agent)]),
    ...(channel === undefined ? [] : [trait.channel(account, channel)]),
    ...(department === undefined ? [] : [trait.department(account, department)]),
    ...(tag === undefined ? [] : [trait.tag(account, tag)]),
    ...(rating === undefined ? [] : [trait.rating(account, ratingOf(rating))]),
    ...(blocked === undefined ? [] : [blocked ? BLOCKED : `!${BLOCKED}`]),
  ])
}

const ratingOf = (rating: NonNullable<ArchiveConditions['rating']>): Traits['rating'] =>
  rating === 'none' ? null : rating

/** Matches messages or notes in order, or all words in the visitor's name, address and number. */
function termQuery({ words, open }: Term): string {
  const quoted = (mark: string) => words.map((word, i) => lexeme(word, open && i === words.length - 1, mark))
  const [messages, notes] = [quoted('').join(' <-> '), quoted(NOTE_MARK).join(' <-> ')]
  return any([`( ${messages} )`, `( ${notes} )`, `( ${all(quoted('='))} )`])
}

/** Index words that the visitor must have; null: no visitor can match. */
function personQuery(account: number, visitor: string): string[] | null {
  if (visitor.trim() === '') return []
  const part = (word: string) => lexeme(word, true, '@')
  if (!/\p{L}/u.test(visitor)) {
    const digits = digitsOf(visitor)
    return digits === '' ? null : [any([trait.visitor(account, Number(digits)), part(digits)])]
  }
  const words = wordsIn(visitor).map(({ word }) => word)
  return words.length === 0 ? null : words.map(part)
}
