import { inOrder, type TurnChat } from './turn.ts'

/** The chats that compete for the same agents: those of a team, or those of a channel in which no team was chosen. 0: none. */
export interface Queue {
  readonly team: number
  readonly channel: number
}

/** A chat that waits, with the name of its queue. */
export type QueuedChat = Pick<TurnChat, 'id' | 'priority' | 'waitingSince'> & { readonly queue: string }

/** Visitors learn their exact place up to this one; those behind it have it, too. */
export const PLACE_MAX = 100

export const queueOf = (channel: number, team: number | undefined): Queue =>
  team === undefined ? { team: 0, channel } : { team, channel: 0 }

export const nameOfQueue = ({ team, channel }: Queue): string => `${team}:${channel}`

/**
 * The place of each chat in its queue, counted from 1. It grows only when a chat with a higher priority, or one that waits
 * longer, comes into the queue.
 */
export function placesOf(chats: readonly QueuedChat[]): Map<number, number> {
  const places = new Map<number, number>()
  const before = new Map<string, number>()
  for (const { id, queue } of inOrder(chats)) {
    const place = (before.get(queue) ?? 0) + 1
    before.set(queue, place)
    places.set(id, place)
  }
  return places
}
