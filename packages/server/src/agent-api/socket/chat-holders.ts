import type { ChatFacts } from '../../conversation/read/chat-row.ts'
import { chatAccessOf, type ChatAccess } from '../access.ts'

/** How many of the most recently changed chats have their holder in memory. The others are read from the store. */
const REMEMBERED = 50_000

export interface ChatHolders {
  /** Stores the holder of a chat, unless a newer state is known. */
  note(account: number, chat: ChatFacts): void
  find(account: number, chat: number): ChatAccess | undefined
}

export function makeChatHolders(): ChatHolders {
  const places = new Map<string, ChatAccess & { last: number }>()
  return {
    note(account, { id, channel, state }) {
      const name = `${account}:${id}`
      if ((places.get(name)?.last ?? 0) > state.last) return
      places.delete(name)
      places.set(name, { ...chatAccessOf(channel.id, state), last: state.last })
      for (const oldest of places.keys()) {
        if (places.size <= REMEMBERED) break
        places.delete(oldest)
      }
    },
    find: (account, chat) => places.get(`${account}:${chat}`),
  }
}
