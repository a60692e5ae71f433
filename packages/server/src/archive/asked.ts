import { trait, type Traits } from './traits.ts'
import { BLOCKED, digitsOf } from './vector.ts'
import { termsOf, wordsIn, type Term } from './words.ts'

/** What somebody looks for among closed chats; what is left out does not matter. */
export interface Asked {
  readonly q?: string
  /** A number, or a part of a name, an e-mail address or a phone number. */
  readonly visitor?: string
  readonly agent?: number
  readonly channel?: number
  readonly department?: number
  readonly rating?: 'positive' | 'negative' | 'none'
  readonly blocked?: boolean
}

/** Parts of what the database is asked. Words are letters and digits alone, so each may stand in quotes. */
const all = (parts: readonly string[]): string => parts.join(' & ')
const any = (parts: readonly string[]): string => `( ${parts.join(' | ')} )`

/** As the database is asked for it; null: it can be in no chat. `channels`: those that the reader sees; null: all. */
export function toQuery(account: number, channels: readonly number[] | null, asked: Asked): string | null {
  const { q = '', visitor = '', agent, channel, department, rating, blocked } = asked
  if (channels?.length === 0) return null
  const terms = termsOf(q)
  const person = personQuery(account, visitor)
  if ((q.trim() !== '' && terms.length === 0) || person === null) return null
  return all([
    trait.account(account),
    ...(channels ? [any(channels.map((id) => trait.channel(account, id)))] : []), // guard T18
    ...terms.map(termQuery),
    ...person,
    ...(agent === undefined ? [] : [trait.agent(account, agent)]),
    ...(channel === undefined ? [] : [trait.channel(account, channel)]),
    ...(department === undefined ? [] : [trait.department(account, department)]),
    ...(rating === undefined ? [] : [trait.rating(account, ratingOf(rating))]),
    ...(blocked === undefined ? [] : [blocked ? BLOCKED : `!${BLOCKED}`]),
  ])
}

const ratingOf = (rating: NonNullable<Asked['rating']>): Traits['rating'] => (rating === 'none' ? null : rating)

/** In what was said, as it stands there; or words of the visitor's name, address and number, all of them. */
function termQuery({ words, open }: Term): string {
  const quoted = (mark: string) =>
    words.map((word, i) => `'${mark}${word}'${open && i === words.length - 1 ? ':*' : ''}`)
  return any([`( ${quoted('').join(' <-> ')} )`, `( ${all(quoted('='))} )`])
}

/** What must be there of the visitor; null: nobody can be like that. */
function personQuery(account: number, visitor: string): string[] | null {
  if (visitor.trim() === '') return []
  const part = (word: string) => `'@${word}':*`
  if (!/\p{L}/u.test(visitor)) {
    const digits = digitsOf(visitor)
    return digits === '' ? null : [any([trait.visitor(account, Number(digits)), part(digits)])]
  }
  const words = wordsIn(visitor).map(({ word }) => word)
  return words.length === 0 ? null : words.map(part)
}
