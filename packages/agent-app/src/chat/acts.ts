import type { VisitorErased, VisitorErasure } from '@deskbell/protocol/agent/visitor-erased'
import { call } from '../api/client.ts'
import { takeChat } from '../live/inbox.ts'
import type { Live } from '../live/state.ts'

/** Makes the chat this agent's. Throws ApiError: `taken` names who holds it. */
export async function acceptChat(live: Live, chat: number, takeOver: boolean): Promise<void> {
  takeChat(live, await call('POST /chats/:chat/accept', { params: { chat }, body: takeOver ? { takeOver } : {} }))
}

export async function closeChat(live: Live, chat: number): Promise<void> {
  takeChat(live, await call('POST /chats/:chat/close', { params: { chat } }))
}

/** Puts the chat back into the queue. */
export async function leaveChat(live: Live, chat: number): Promise<void> {
  takeChat(live, await call('POST /chats/:chat/leave', { params: { chat } }))
}

/** Binds the chat to a card of the CRM that a server of ours named (C14). */
export async function assignChat(live: Live, chat: number, link: string): Promise<void> {
  takeChat(live, await call('POST /chats/:chat/assign', { params: { chat }, body: { link } }))
}

/** Ends the chat; nothing more is taken from its visitor. */
export async function blockVisitor(live: Live, chat: number): Promise<void> {
  takeChat(live, await call('POST /chats/:chat/block', { params: { chat } }))
}

export async function unblockVisitor(live: Live, chat: number): Promise<void> {
  takeChat(live, await call('POST /chats/:chat/unblock', { params: { chat } }))
}

/** Asks the desk to carry a message that was not delivered once more. */
export const resend = (chat: number, n: number): Promise<{ n: number }> =>
  call('POST /chats/:chat/messages/:n/resend', { params: { chat, n } })

/** Erases what the desk knows of a visitor, for good. With much to remove the desk says how far it is, and goes on. */
export const eraseVisitor = (visitor: string): Promise<VisitorErased | VisitorErasure> =>
  call('DELETE /visitors/:visitor', { params: { visitor: Number(visitor) } })
