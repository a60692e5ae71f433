import type { CommandKind } from '../command-kind.ts'

export interface DeliverySucceeded {
  readonly type: 'delivery.succeeded'
  readonly of: number
}

/** Results of deliveries are taken in closed chats too: agents read them in the history. */
export const deliverySucceeded: CommandKind<DeliverySucceeded> = {
  type: 'delivery.succeeded',
  decide: (_state, { of }) => [{ type: 'message.delivered', of }],
}
