import type { ChatFacts } from '../../conversation/read/chats.ts'
import { placeOf, type Placed } from '../access.ts'

/** The chats that moved last, and where they lie; of the others it must be read. */
const REMEMBERED = 50_000

export interface Places {
  /** Takes note of a chat, unless a newer state of it is known. */
  note(account: number, chat: ChatFacts): void
  find(account: number, chat: number): Placed | undefined
}

export function makePlaces(): Places {
  const places = new Map<string, Placed & { last: number }>()
  return {
    note(account, { id, channel, state }) {
      const name = `${account}:${id}`
      if ((places.get(name)?.last ?? 0) > state.last) return
      places.delete(name)
      places.set(name, { ...placeOf(channel.id, state), last: state.last })
      for (const oldest of places.keys()) {
        if (places.size <= REMEMBERED) break
        places.delete(oldest)
      }
    },
    find: (account, chat) => places.get(`${account}:${chat}`),
  }
}
