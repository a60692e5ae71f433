import type { ChannelKind } from '@deskbell/protocol/agent/channel'
import type { ChatDelivery } from '@deskbell/rules'
import type { LeasedDelivery } from '../deliveries/delivery.ts'
import type { Attempted } from '../deliveries/worker.ts'
import type { ChannelRecord } from '../settings/directory.ts'

/** The body of a delivery to a visitor, as the rules write it. */
export type MessageForVisitor = (ChatDelivery & { kind: 'agent_message' })['body']

/** One message to the visitor of a channel. */
export interface ToVisitor {
  readonly channel: ChannelRecord
  /** Carries the message; its `recipient` is the key of the visitor. */
  readonly delivery: LeasedDelivery
  readonly message: MessageForVisitor
  /** 1 for the first attempt. */
  readonly number: number
}

/** What an attempt means for the chat. `text` is shown to agents. */
export type Outcome =
  | { readonly outcome: 'ok' }
  | { readonly outcome: 'final'; readonly code: string; readonly text: string }
  | { readonly outcome: 'retry'; readonly reason: string; readonly code?: string; readonly text?: string }

export interface Delivered extends Attempted {
  readonly result: Outcome
}

/** The code of one channel kind. */
export interface Connector {
  readonly kind: ChannelKind
  /** Makes one attempt to deliver a message. Absent where the visitor's client follows the log. */
  readonly deliver?: (message: ToVisitor) => Promise<Delivered>
}
