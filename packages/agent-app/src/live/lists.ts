import type { ChatFilter } from '@deskbell/protocol/agent/chat-filter'
import { notOfClosed } from '@deskbell/protocol/agent/fits-filter'

/** Snoozed: the agent's own chats that are put aside. */
export const VIEWS = ['waiting', 'mine', 'all', 'closed', 'snoozed'] as const
export type View = (typeof VIEWS)[number]

/**
 * A list of the inbox: a view, or a view with conditions, as it stands in the address: `all`, `all,tag=5,unread=true`.
 * `q`: the words that its chats contain. Two lists are the same if their names are.
 */
export type List = View | `${View},${string}`

/** The conditions of a list, in the order of its name. */
export interface Conditions extends ChatFilter {
  readonly q?: string
}

const NUMBERS = ['channel', 'department', 'agent', 'tag', 'waited'] as const
const ID_MAX = 2 ** 31 - 1

interface Parsed {
  readonly view: View
  readonly conditions: Conditions
}
const parsed = new Map<List, Parsed>()

/** The name of a list. */
export function toList(view: View, { q, unread, ...numbers }: Conditions): List {
  const parts = NUMBERS.flatMap((name) => (numbers[name] === undefined ? [] : [`${name}=${numbers[name]}`]))
  if (unread) parts.push('unread=true')
  if (q !== undefined && q !== '') parts.push(`q=${encodeURIComponent(q)}`)
  return parts.length === 0 ? view : `${view},${parts.join(',')}`
}

/** The list of a name from an address; null: there is no such list. What is not understood of its conditions is left out. */
export function parseList(text: string): List | null {
  const [view, ...parts] = text.split(',')
  if (!VIEWS.some((one) => one === view)) return null
  const given = new Map(parts.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]))
  const conditions: Record<string, number | string> = {}
  for (const name of NUMBERS) {
    const value = given.get(name) ?? ''
    if (!/^\d{1,10}$/.test(value)) continue
    const number = Number(value)
    if (number <= ID_MAX && (number > 0 || name === 'agent')) conditions[name] = number
  }
  if (given.get('unread') === 'true') conditions['unread'] = 'true'
  const q = given.get('q')
  if (q !== undefined) conditions['q'] = decoded(q)
  if (view !== 'closed') return toList(view as View, conditions as Conditions)
  return toList('closed', ofClosed(conditions as Conditions))
}

/** Those of the conditions that a list of closed chats can have. */
export function ofClosed(conditions: Conditions): Conditions {
  const field = notOfClosed(conditions)
  if (field === null) return conditions
  const { [field]: _, ...rest } = conditions
  return ofClosed(rest)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function partsOf(list: List): Parsed {
  const known = parsed.get(list)
  if (known) return known
  const [view, ...parts] = list.split(',') as [View, ...string[]]
  const conditions = Object.fromEntries(
    parts.map((part): [string, number | string] => {
      const [name = '', value = ''] = part.split('=')
      return [name, name === 'q' ? decodeURIComponent(value) : name === 'unread' ? value : Number(value)]
    }),
  ) as Conditions
  const made = { view, conditions }
  parsed.set(list, made)
  return made
}

/** The view whose chats and order a list has. */
export const viewOf = (list: List): View => partsOf(list).view
export const conditionsOf = (list: List): Conditions => partsOf(list).conditions
/** The conditions without the words. */
export const filterOf = (list: List): ChatFilter => {
  const { q: _, ...filter } = partsOf(list).conditions
  return filter
}
export const isFiltered = (list: List): boolean => list !== viewOf(list)
/** The list with these words besides its other conditions. */
export const withWords = (list: List, q: string): List => toList(viewOf(list), { ...filterOf(list), q })

/** Whether the server alone knows which chats are in the list: a row has neither all words nor all agents of its chat. */
export const isSearched = (list: List): boolean => {
  const { q, agent } = conditionsOf(list)
  return q !== undefined || isByAgent(viewOf(list), agent)
}
/** Closed chats are listed by the agents who have joined them. */
export const isByAgent = (view: View, agent: number | undefined): boolean => view === 'closed' && agent !== undefined
