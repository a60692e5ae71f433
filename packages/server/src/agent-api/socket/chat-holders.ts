import type { ChatFacts } from '../../conversation/read/chat-row.ts'
import { chatAccessOf, type ChatAccess } from '../access.ts'

/** How many of the most recently changed chats have their holder in memory. The others are read from the store. */
const REMEMBERED = 50_000

export interface ChatHolders {
  /** Stores the holder of a chat. Returns false, and stores nothing, when a newer state is known. */
  note(account: number, chat: ChatFacts): boolean
  find(account: number, chat: number): ChatAccess | undefined
}

export function makeChatHolders(): ChatHolders {
  const known = new Map<string, ChatAccess & { last: number }>()
  return {
    note(account, { id, channel, state }) {
      const name = `${account}:${id}`
      if ((known.get(name)?.last ?? 0) > state.last) return false
      known.delete(name)
      known.set(name, { ...chatAccessOf(channel.id, state), last: state.last })
      for (const oldest of known.keys()) {
        if (known.size <= REMEMBERED) break
        known.delete(oldest)
      }
      return true
    },
    find: (account, chat) => known.get(`${account}:${chat}`),
  }
}
