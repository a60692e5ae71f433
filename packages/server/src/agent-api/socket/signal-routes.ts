import { SIGNAL_ROUTES } from '@deskbell/protocol/agent/routes/chats'
import type { Api } from '../add-routes.ts'
import { serve } from '../serve.ts'
import type { TypingAndReceipts } from './typing-and-receipts.ts'

/** Typing and reading over HTTP, for clients without the socket. */
export function signalRoutes(app: Api, typingAndReceipts: TypingAndReceipts): void {
  serve(app, SIGNAL_ROUTES, {
    sayTyping: ({ who, params, body: { on = true } }) => typingAndReceipts.type(who, params.chat, on),
    markRead: ({ who, params, body }) => typingAndReceipts.read(who, { chat: params.chat, ...body }),
  })
}
