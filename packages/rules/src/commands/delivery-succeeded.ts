import type { CommandKind } from '../command-kind.ts'

export interface DeliverySucceeded {
  readonly type: 'delivery.succeeded'
  readonly of: number
}

/** Accepted in closed chats too: agents read delivery results in the history. */
export const deliverySucceeded: CommandKind<DeliverySucceeded> = {
  type: 'delivery.succeeded',
  decide: (_state, { of }) => [{ type: 'message.delivered', of }],
}
