import { call } from '../api/client.ts'
import { storeChat } from '../live/inbox.ts'
import type { Live } from '../live/state.ts'

export async function takeBack(live: Live, chat: number, message: string): Promise<void> {
  storeChat(live, await call('DELETE /chats/:chat/scheduled/:message', { params: { chat, message } }))
}

export async function sendNow(live: Live, chat: number, message: string): Promise<void> {
  storeChat(live, await call('POST /chats/:chat/scheduled/:message/send', { params: { chat, message } }))
}

/** `until` null: until the visitor writes. */
export async function snooze(live: Live, chat: number, until: number | null): Promise<void> {
  storeChat(live, await call('POST /chats/:chat/snooze', { params: { chat }, body: { until } }))
}

export async function wake(live: Live, chat: number): Promise<void> {
  storeChat(live, await call('POST /chats/:chat/wake', { params: { chat } }))
}

/** Gives the chat to a department, whose agents it then waits for. */
export async function handOver(
  live: Live,
  chat: number,
  body: { department: number; comment?: string },
): Promise<void> {
  storeChat(live, await call('POST /chats/:chat/hand-over', { params: { chat }, body }))
}
