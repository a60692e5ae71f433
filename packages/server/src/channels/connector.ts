import type { Channel, ChannelChange, ChannelKind } from '@deskbell/protocol/agent/channel'
import type { ChatDelivery } from '@deskbell/rules'
import type { Policy } from '../deliveries/policy.ts'
import type { LeasedDelivery } from '../deliveries/delivery.ts'
import type { Attempted } from '../deliveries/handler.ts'
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

/** The consequence of an attempt for the chat. `text` is shown to agents. */
export type Outcome =
  | { readonly outcome: 'ok' }
  | { readonly outcome: 'final'; readonly code: string; readonly text: string }
  | { readonly outcome: 'retry'; readonly reason: string; readonly code?: string; readonly text?: string }

export interface Delivered extends Attempted {
  readonly result: Outcome
}

/** Settings of the kind that are to be stored: of a new channel, or of `channel`. */
export interface GivenSettings {
  readonly account: number
  readonly channel?: number
  readonly change: ChannelChange
}

/** The address of a file that a visitor sent, or why there is none. `final`: another attempt has the same result. */
export type FileAddress =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: string; readonly final: boolean }

/** `embed`: the line that a web page needs; `filesUrl`: the origin of the files that its page loads. */
export type ShownToAgents = Pick<Channel, 'embed' | 'filesUrl'>

/** The code of one channel kind. */
export interface Connector {
  readonly kind: ChannelKind
  /** Visitors write in the application of a messenger. */
  readonly messenger?: true
  /** Makes one attempt to deliver a message. Absent where the visitor's client follows the log. */
  readonly deliver?: (message: ToVisitor) => Promise<Delivered>
  /**
   * When messages are attempted, and how long one attempt may take. Without it, the policy of the channel wire (A24).
   */
  readonly policy?: Policy
  /** What agents are shown of a channel of this kind. Absent: nothing of it. */
  readonly shown?: (channel: ChannelRecord) => ShownToAgents
  /**
   * Asks the messenger whether settings are right before they are stored. Resolves with what it has learned, which is
   * stored beside them. Throws Invalid.
   */
  readonly checkSettings?: (given: GivenSettings) => Promise<object | undefined>
  /**
   * Finds the address of a visitor's file by what the message named, right before it is fetched: a messenger's
   * addresses expire. Absent where the message itself has the address.
   */
  readonly findFile?: (channel: ChannelRecord, file: string) => Promise<FileAddress>
}
