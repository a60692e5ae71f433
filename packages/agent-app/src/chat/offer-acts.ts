import { call } from '../api/client.ts'
import { storeChat } from '../live/inbox.ts'
import type { Live } from '../live/state.ts'

/** The colleague, and what the agent says to them. */
export type ToColleague = { to: number; comment?: string }

/** Offers the chat: it stays with its owner until the colleague accepts it. */
export async function offerChat(live: Live, chat: number, body: ToColleague): Promise<void> {
  storeChat(live, await call('PUT /chats/:chat/offer', { params: { chat }, body }))
}

export async function withdrawOffer(live: Live, chat: number): Promise<void> {
  storeChat(live, await call('DELETE /chats/:chat/offer', { params: { chat } }))
}

/** Asks the colleague to write in the chat, too. */
export async function askColleague(live: Live, chat: number, body: ToColleague): Promise<void> {
  storeChat(live, await call('POST /chats/:chat/colleagues', { params: { chat }, body }))
}

/** Writes in the chat beside the agent who holds it. */
export async function joinChat(live: Live, chat: number): Promise<void> {
  storeChat(live, await call('POST /chats/:chat/join', { params: { chat } }))
}

/** Declines an offered chat, or a request to write in it. */
export async function declineChat(live: Live, chat: number, reason: string): Promise<void> {
  const body = reason.trim() === '' ? {} : { reason: reason.trim() }
  storeChat(live, await call('POST /chats/:chat/decline', { params: { chat }, body }))
}
