import { fold } from '@deskbell/protocol/fold'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { ChatFilter } from '@deskbell/protocol/agent/chat-filter'
import { fitsFilter, isBack, unreadOf } from '@deskbell/protocol/agent/fits-filter'
import { othersIn } from '@deskbell/rules/others'
import { now } from '../runtime.ts'
import { conditionsOf, filterOf, isByAgent, isFiltered, isSearched, type List, type View, viewOf } from './lists.ts'

export { isBack, unreadOf }

/** The place of a chat in a list. Places are compared by `at`, then by `id`, ascending. */
export type Place = { readonly at: number; readonly id: number }

/**
 * How much of a list is loaded: all chats up to `edge` in its order; `next` is the cursor of the next page, null at the
 * end. `found`: of a list that only the server can search, the chats that it found.
 */
export type Extent = { next: string | null; edge: Place; found?: ReadonlySet<number> }

const MINUTE = 60_000

/** Whether a chat is in a list, its words apart, and the agent of closed chats. */
export function belongs(list: List, chat: ChatForMe, me: number): boolean {
  return isIn(viewOf(list), chat, me) && (!isFiltered(list) || fitsFilter(chat, rowFilterOf(list), now()))
}

/** The conditions that a row shows. */
function rowFilterOf(list: List): ChatFilter {
  const { agent, ...rest } = filterOf(list)
  return agent === undefined || isByAgent(viewOf(list), agent) ? rest : { ...rest, agent }
}

function isIn(view: View, chat: ChatForMe, me: number): boolean {
  if (view === 'closed') return chat.state === 'closed'
  // A chat that is being closed has left the lists; it comes back if it stays open.
  if (chat.state === 'closed' || chat.closing) return false
  if (view === 'waiting') return chat.owner === 'queue'
  if (view === 'all') return true
  if (chat.agent?.id === me) return (chat.snoozed !== undefined) === (view === 'snoozed')
  return view === 'mine' && othersIn(chat).some(({ id }) => id === me)
}

/**
 * The place of a chat in the server's order, so that the pages of the server and the rows on the screen are the same.
 * Waiting: longest wait first. Closed: newest first. Others: newest first by the minute of the last entry; within a
 * minute rows keep their places.
 */
export function place(list: List, chat: ChatForMe): Place {
  const view = viewOf(list)
  if (view === 'waiting') return { at: chat.waitingSince ?? chat.openedAt, id: chat.id }
  if (view === 'closed') return { at: -(chat.closedAt ?? chat.lastAt), id: -chat.id }
  return { at: -Math.floor(chat.lastAt / MINUTE), id: -chat.id }
}

export const comparePlaces = (a: Place, b: Place): number => a.at - b.at || a.id - b.id

/** A chat beyond the loaded part is left out even if it is known, because chats before it may not be loaded. */
const isWithin = (one: Place, { next, edge }: Extent): boolean => next === null || comparePlaces(one, edge) <= 0

type Row = { readonly id: number; readonly place: Place }

function rowsOf(list: List, chats: Iterable<ChatForMe>, extent: Extent, me: number): Row[] {
  const rows: Row[] = []
  const { q, agent } = conditionsOf(list)
  const isAsked = isSearched(list)
  // An event may give a chat the words that the server did not find in it.
  const hasWords = (chat: ChatForMe) => q !== undefined && !isByAgent(viewOf(list), agent) && found(q, chat)
  for (const chat of chats) {
    if (!belongs(list, chat, me)) continue
    if (isAsked && !extent.found?.has(chat.id) && !hasWords(chat)) continue
    const at = place(list, chat)
    if (isWithin(at, extent)) rows.push({ id: chat.id, place: at })
  }
  return rows.toSorted((a, b) => comparePlaces(a.place, b.place))
}

/** The chats of a list in order. */
export const listOf = (list: List, chats: Iterable<ChatForMe>, extent: Extent, me: number): number[] =>
  rowsOf(list, chats, extent, me).map((row) => row.id)

type Known = { get: (id: number) => ChatForMe | undefined }

/**
 * The list after some chats changed, without sorting the others again: only the changed rows are taken out and put
 * where they belong. Equals `listOf` of all chats. The unchanged chats must be those of which `ids` was made.
 */
export function listAfter(
  list: List,
  loaded: { readonly ids: readonly number[]; readonly extent: Extent },
  changed: ReadonlySet<number>,
  { chats, me }: { chats: Known; me: number },
): readonly number[] {
  const present = [...changed].flatMap((id) => chats.get(id) ?? [])
  const rows = rowsOf(list, present, loaded.extent, me)
  const rest = loaded.ids.filter((id) => !changed.has(id))
  if (rows.length === 0) return rest.length === loaded.ids.length ? loaded.ids : rest
  const placeOf = (id: number): Place => {
    const chat = chats.get(id)
    return chat ? place(list, chat) : { at: Infinity, id }
  }
  const ids: number[] = []
  let from = 0
  for (const row of rows) {
    let low = from
    let high = rest.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (comparePlaces(placeOf(rest[middle]!), row.place) < 0) low = middle + 1
      else high = middle
    }
    for (; from < low; from++) ids.push(rest[from]!)
    ids.push(row.id)
  }
  for (; from < rest.length; from++) ids.push(rest[from]!)
  return ids
}

/** Of two rows of a chat the one with the larger `last`, with the larger `seen` of both; if equal, the later one. */
export function newer(known: ChatForMe | undefined, came: ChatForMe): ChatForMe {
  if (!known) return came
  const kept = came.last >= known.last ? came : known
  const seen = Math.max(known.seen, came.seen)
  const read = Math.max(known.read ?? 0, came.read ?? 0)
  return kept.seen === seen && (kept.read ?? 0) === read ? kept : { ...kept, seen, ...(read > 0 && { read }) }
}

/** Whether a note mentions this agent that they have not read. */
export const mentionsMe = ({ erased, mentions, read = 0 }: ChatForMe, me: number): boolean =>
  !erased && (mentions ?? []).some(({ agent, n }) => agent === me && n > read)

/** Unread messages of a chat that count for this agent: the agent holds it, or it waits and concerns the agent. */
export function unreadFor(chat: ChatForMe, me: number, concerns: (chat: ChatForMe) => boolean): number {
  const unread = unreadOf(chat)
  if (unread === 0) return 0
  return belongs('mine', chat, me) || (belongs('waiting', chat, me) && concerns(chat)) ? unread : 0
}

type Standing = Pick<ChatForMe, 'owner' | 'agent' | 'last'>
/** Whether a bot or a colleague put the chat into the queue. The agent who did so needs no announcement. */
export const comesToQueue = (before: Standing, after: Standing, me: number): boolean =>
  after.owner === 'queue' && after.last > before.last && before.owner !== 'queue' && before.agent?.id !== me

/**
 * Whether every word of the query occurs in the chat's name, number, channel, department or preview, ignoring accents
 * and case.
 */
export function found(query: string, chat: ChatForMe): boolean {
  const text = fold(
    [
      chat.visitor.name,
      `#${chat.visitor.number}`,
      chat.visitor.phone,
      chat.visitor.email,
      chat.channel.name,
      chat.department?.name,
      chat.preview,
    ].join('\n'),
  )
  return fold(query)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
