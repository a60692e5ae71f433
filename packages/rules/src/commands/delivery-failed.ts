import type { CommandKind } from '../command-kind.ts'

export interface DeliveryFailed {
  readonly type: 'delivery.failed'
  readonly of: number
  readonly code?: string
  readonly text: string
}

/** Accepted in closed chats too: agents read delivery results in the history. */
export const deliveryFailed: CommandKind<DeliveryFailed> = {
  type: 'delivery.failed',
  decide: (_state, { of, code, text }) => [{ type: 'message.failed', of, ...(code !== undefined && { code }), text }],
}
