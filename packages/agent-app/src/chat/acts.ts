import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { VisitorErased, VisitorErasure } from '@deskbell/protocol/agent/visitor-erased'
import { call } from '../api/client.ts'
import { storeChat } from '../live/inbox.ts'
import type { Live } from '../live/state.ts'

/** Accepts the chat for this agent. Throws ApiError: `taken` names the agent who holds it. */
export async function acceptChat(live: Live, chat: number, takeOver: boolean): Promise<void> {
  storeChat(live, await call('POST /chats/:chat/accept', { params: { chat }, body: takeOver ? { takeOver } : {} }))
}

/** How a chat is closed: after `undoFor` (ms), unless the visitor has written more than the `received` messages. */
export type HowToClose = { undoFor: number; received: number }

export async function closeChat(live: Live, chat: number, how: HowToClose): Promise<void> {
  storeChat(live, await call('POST /chats/:chat/close', { params: { chat }, body: how }))
}

/** Takes a closing back. */
export const keepOpen = (chat: number): Promise<ChatForMe> => call('POST /chats/:chat/keep-open', { params: { chat } })

/** Puts the chat back into the queue. */
export async function leaveChat(live: Live, chat: number): Promise<void> {
  storeChat(live, await call('POST /chats/:chat/leave', { params: { chat } }))
}

/** Binds the chat to a CRM card that an answer named (C14). */
export async function assignChat(live: Live, chat: number, link: string): Promise<void> {
  storeChat(live, await call('POST /chats/:chat/assign', { params: { chat }, body: { link } }))
}

/** Blocks the visitor and ends the chat. */
export async function blockVisitor(live: Live, chat: number): Promise<void> {
  storeChat(live, await call('POST /chats/:chat/block', { params: { chat } }))
}

export async function unblockVisitor(live: Live, chat: number): Promise<void> {
  storeChat(live, await call('POST /chats/:chat/unblock', { params: { chat } }))
}

/** Sends a failed message again. */
export const resend = (chat: number, n: number): Promise<{ n: number }> =>
  call('POST /chats/:chat/messages/:n/resend', { params: { chat, n } })

/** Erases a visitor's data permanently. For much data the server answers with the progress and continues. */
export const eraseVisitor = (visitor: string): Promise<VisitorErased | VisitorErasure> =>
  call('DELETE /visitors/:visitor', { params: { visitor: Number(visitor) } })
