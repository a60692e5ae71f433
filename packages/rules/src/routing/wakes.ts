import type { Entry, EntryType } from '../entries.ts'
import type { ChatState } from '../state.ts'

/** After these an agent may have room for another chat. */
const FREES: ReadonlySet<EntryType> = new Set([
  'agent.joined',
  'agent.left',
  'chat.closed',
  'chat.closing',
  'chat.snoozed',
  'offer.declined',
  'offer.ended',
])
/** After these a chat may wait again, or have another policy or priority. */
const CHANGES: ReadonlySet<EntryType> = new Set([
  'chat.overflowed',
  'closing.cancelled',
  'department.changed',
  'department.chosen',
  'tags.changed',
])

/**
 * Whether a commit gives the router work: the chat began to wait for an agent, or an agent may have room for another one. What the
 * router has given to an agent itself gives nobody room.
 */
export function wakesRouter({ owner, offer, waitingSince }: ChatState, entries: readonly Entry[]): boolean {
  const waits = owner.kind === 'queue' && !offer
  const isGiven = (type: EntryType, place: number) =>
    type === 'agent.joined' && entries[place - 1]?.type === 'chat.routed'
  return entries.some(
    ({ type, at }, place) =>
      (FREES.has(type) && !isGiven(type, place)) || (waits && (at === waitingSince || CHANGES.has(type))),
  )
}
