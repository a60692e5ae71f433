import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { VisitorErased, VisitorErasure } from '@deskbell/protocol/agent/visitor-erased'
import { ask } from '../api/client.ts'
import { storeChat } from '../live/inbox.ts'
import type { Live } from '../live/state.ts'

/** Accepts the chat for this agent. Throws ApiError: `taken` names the agent who holds it. */
export async function acceptChat(live: Live, chat: number, takeOver: boolean): Promise<void> {
  storeChat(live, await ask<ChatForMe>('POST', `/api/chats/${chat}/accept`, { body: takeOver ? { takeOver } : {} }))
}

export async function closeChat(live: Live, chat: number): Promise<void> {
  storeChat(live, await ask<ChatForMe>('POST', `/api/chats/${chat}/close`, { body: {} }))
}

/** Puts the chat back into the queue. */
export async function leaveChat(live: Live, chat: number): Promise<void> {
  storeChat(live, await ask<ChatForMe>('POST', `/api/chats/${chat}/leave`, { body: {} }))
}

/** Binds the chat to a CRM card that an answer named (C14). */
export async function assignChat(live: Live, chat: number, link: string): Promise<void> {
  storeChat(live, await ask<ChatForMe>('POST', `/api/chats/${chat}/assign`, { body: { link } }))
}

/** Blocks the visitor and ends the chat. */
export async function blockVisitor(live: Live, chat: number): Promise<void> {
  storeChat(live, await ask<ChatForMe>('POST', `/api/chats/${chat}/block`, { body: {} }))
}

export async function unblockVisitor(live: Live, chat: number): Promise<void> {
  storeChat(live, await ask<ChatForMe>('POST', `/api/chats/${chat}/unblock`, { body: {} }))
}

/** Sends a failed message again. */
export const resend = (chat: number, n: number): Promise<{ n: number }> =>
  ask('POST', `/api/chats/${chat}/messages/${n}/resend`, { body: {} })

/** Erases a visitor's data permanently. For much data the server answers with the progress and continues. */
export const eraseVisitor = (visitor: string): Promise<VisitorErased | VisitorErasure> =>
  ask<VisitorErased | VisitorErasure>('DELETE', `/api/visitors/${visitor}`)
