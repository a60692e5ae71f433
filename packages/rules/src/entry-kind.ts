import type { ChatEvent } from './chat-event.ts'
import type { Command } from './commands.ts'
import type { ChatDelivery, Where } from './delivery.ts'
import type { Author } from './shapes.ts'
import type { ChatState } from './state.ts'

/** An entry with its place in the log: `n` counts 1, 2, 3 within the chat, `at` is in milliseconds since the epoch. */
export type Placed<E> = E & { readonly n: number; readonly at: number }

/**
 * Readers of the log other than agents, who see every entry. `visitor`: the visitor's end of a channel that follows the
 * log, such as the widget. `transcript`: the written log of a chat, for webhooks, mails and the archive.
 */
export type Reader = 'visitor' | 'transcript'

/** What deliveries are derived from: the entry, the command that made it, and the state after the whole transaction. */
export interface Cause<E> {
  readonly state: ChatState
  readonly entry: Placed<E>
  readonly command: Command
}

/** `opens`: the command began the chat. `left`: the message was sent through the offline form. */
export interface EventCause<E> extends Omit<Cause<E>, 'state'> {
  readonly opens: boolean
  readonly left: boolean
}

type OptionalFields<E> = { [F in keyof E]-?: object extends Pick<E, F> ? F : never }[keyof E]

/**
 * What erasure does to each field of a stored entry: keep it, remove it, or replace it by a value without personal
 * content. A required field cannot be removed.
 */
export type Redaction<E> = {
  readonly [F in Exclude<keyof E, 'type'>]-?:
    | 'kept'
    | (F extends OptionalFields<E> ? 'removed' : never)
    | ((value: NonNullable<E[F]>) => NonNullable<E[F]>)
}

/** All properties of one type of entry. `Seen`: the readers that are shown it. */
export interface EntryKind<E extends { readonly type: string }, Seen extends Reader = never> {
  readonly type: E['type']
  /** Version of the stored shape. Shapes live for ever: `entry.pin.test.ts` says what a change requires. */
  readonly version: number
  /** The author of the entry, as readers of the log see it. */
  readonly author: Author | ((entry: E) => Author)
  /** The state after the entry. `state.last` and `state.lastAt` already include it. */
  apply(state: ChatState, entry: Placed<E>): ChatState
  readonly readers: { readonly [R in Reader]: R extends Seen ? true : false }
  /** Requests to the channel's server, to the bot, and for media. */
  readonly deliveries: 'none' | ((cause: Cause<E>, where: Where) => ChatDelivery[])
  /** The event that webhooks receive (C3). */
  readonly event: 'none' | ((cause: EventCause<E>) => ChatEvent | undefined)
  /** Whether the entry makes the archive index the chat again after it was closed. */
  readonly archive: boolean
  /** From the entry on the visitor is blocked (true) or not blocked (false) in all chats. Absent: it changes nothing. */
  readonly blocks?: boolean
  readonly redaction: Redaction<E>
}

/** For `apply` of an entry that changes only the position in the log. */
export const unchanged = (state: ChatState): ChatState => state

/** For `readers` of an entry that only agents see. */
export const AGENTS_ONLY = { visitor: false, transcript: false } as const
