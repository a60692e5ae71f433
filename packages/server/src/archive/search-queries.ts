import type { ChatGroup } from '@deskbell/protocol/agent/search-groups'
import type { Scope } from '../conversation/read/chat-row.ts'
import { lexeme } from '../db/lexeme.ts'
import { all, any } from './conditions.ts'
import { trait } from './traits.ts'
import { digitsOf, NOTE_MARK } from './vector.ts'
import { termsOf, type Term } from './words.ts'

/** How a term must fit: as whole words, as the beginning of a word, or as any part of a word. */
const FITS = ['whole', 'beginning', 'part'] as const
type Fit = (typeof FITS)[number]
/** Shorter parts of words are in too many. */
const PART_MIN = 3

/** The properties of chats whose names fit: index words of channels, departments, tags and agents. */
export type Named = (words: readonly string[], isPrefix: boolean) => readonly string[]

/** A search query, as a whole and in parts, of which the rare ones are looked up in the index. */
export interface Tier {
  readonly whole: string
  /** The conditions of the terms: `whole` implies each. */
  readonly terms: readonly string[]
}

/**
 * The search queries of a group, the best fit first: what an earlier one finds, a later one leaves out. Empty: nothing
 * can be found.
 */
export function toTiers(scope: Scope, group: ChatGroup, text: string, named: Named): Tier[] {
  const terms = termsOf(text)
  if (terms.length === 0) return []
  const { account } = scope
  const base = [trait.account(account), ...seen(scope)]
  const byPhone = IN_TEXTS.has(group) ? null : phoneIn(text)
  const fits = fitsOf(group, terms, byPhone !== null)
  const parts = fits.map((fit) => partsOf(account, group, terms, { fit, named }))
  return parts.map(({ each, also }, i) => {
    const isPhone = byPhone !== null && fits[i] !== 'whole'
    const own = all([...each, ...also])
    const before = parts[i - 1]
    const whole = [
      ...base,
      isPhone ? any([own, byPhone]) : own,
      ...(before ? [`!( ${all([...before.each, ...before.also])} )`] : []),
    ]
    return { whole: all(whole), terms: isPhone ? [any([own, byPhone])] : each }
  })
}

const IN_TEXTS: ReadonlySet<ChatGroup> = new Set(['messages', 'notes'])

function fitsOf(group: ChatGroup, terms: readonly Term[], isPhone: boolean): Fit[] {
  if (terms.every(({ open }) => !open)) return ['whole']
  const hasParts = group === 'people' && terms.some(({ words }) => words.some((word) => word.length >= PART_MIN))
  return FITS.filter((fit) => fit !== 'part' || hasParts || isPhone)
}

/** The open chats of all groups that fit, for the list of open chats. Null: nothing can be found. */
export function toOpenQuery(scope: Scope, text: string, named: Named): string | null {
  const terms = termsOf(text)
  if (terms.length === 0) return null
  const { account } = scope
  return all([trait.account(account), trait.open(account), ...listTerms(account, terms, named)])
}

/** Conditions on the list of closed chats. `agent` has joined the chat. */
export interface ClosedConditions {
  readonly channel?: number
  readonly department?: number
  readonly agent?: number
  readonly tag?: number
}

/** The closed chats that fit, for the list of closed chats; without a text by their properties. Null: none can fit. */
export function toClosedQuery(
  { account, channels }: Scope,
  text: string | undefined,
  named: Named,
  { channel, department, agent, tag }: ClosedConditions,
): string | null {
  const terms = termsOf(text ?? '')
  if (channels?.length === 0 || (text !== undefined && terms.length === 0)) return null
  return all([
    trait.account(account),
    `!${trait.open(account)}`,
    ...(channels ? [any(channels.map((id) => trait.channel(account, id)))] : []), // guard T18
    ...listTerms(account, terms, named),
    ...(channel === undefined ? [] : [trait.channel(account, channel)]),
    ...(department === undefined ? [] : [trait.department(account, department)]),
    ...(agent === undefined ? [] : [trait.agent(account, agent)]),
    ...(tag === undefined ? [] : [trait.tag(account, tag)]),
  ])
}

/** What each term of the search of a list fits: a person, a message, a note, or the name of a property. */
const listTerms = (account: number, terms: readonly Term[], named: Named): string[] =>
  terms.map((term) =>
    any([
      personTerm(account, term, 'part'),
      textTerm(term, '', term.open),
      textTerm(term, NOTE_MARK, term.open),
      ...named(term.words, true),
    ]),
  )

/** A phone number, or a part of one, with its spaces. Null: the text is none. */
function phoneIn(text: string): string | null {
  const digits = /\p{L}/u.test(text) ? '' : digitsOf(text)
  return digits.length >= PART_MIN ? `'@${digits}':*` : null
}

/** What the reader may see: the chats of their channels, and the open ones that they hold. */
function seen({ account, agent, channels }: Scope): string[] {
  if (channels === null) return []
  const held = `( ${all([trait.open(account), trait.holder(account, agent)])} )`
  return [any([...channels.map((id) => trait.channel(account, id)), held])] // guard T18
}

/** The condition of each term, and what must hold besides. */
function partsOf(
  account: number,
  group: ChatGroup,
  terms: readonly Term[],
  { fit, named }: { fit: Fit; named: Named },
): { each: string[]; also: string[] } {
  const person = (term: Term) => personTerm(account, term, fit)
  switch (group) {
    case 'people':
      return { each: terms.map(person), also: [] }
    case 'chats':
      return {
        each: terms.map((term) => any([person(term), ...named(term.words, fit !== 'whole' && term.open)])),
        also: [],
      }
    case 'messages':
    case 'notes': {
      const mark = group === 'notes' ? NOTE_MARK : ''
      const text = (term: Term) => textTerm(term, mark, fit !== 'whole' && term.open)
      if (terms.length === 1) return { each: terms.map(text), also: [] }
      return { each: terms.map((term) => any([text(term), person(term)])), also: [any(terms.map(text))] }
    }
  }
}

/** Words that are adjacent in messages or notes, of which the last may be a beginning. */
function textTerm({ words }: Term, mark: string, isPrefix: boolean): string {
  const parts = words.map((word, i) => lexeme(word, isPrefix && i === words.length - 1, mark))
  return `( ${parts.join(' <-> ')} )`
}

/** Words of the visitor's name and address, and their numbers. */
function personTerm(account: number, { words, open }: Term, fit: Fit): string {
  const ofWord = (word: string) => {
    if (fit === 'whole' || !open) return lexeme(word, false, '=')
    return fit === 'part' && word.length >= PART_MIN ? lexeme(word, true, '@') : lexeme(word, true, '=')
  }
  const digits = words.length === 1 && /^\d{1,9}$/.test(words[0] ?? '') ? digitsOf(words[0] ?? '') : ''
  const numbers = digits === '' ? [] : [trait.visitor(account, Number(digits))]
  return any([`( ${all(words.map(ofWord))} )`, ...numbers])
}
