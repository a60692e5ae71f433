import type { EntryMedia } from './entry.ts'
import type { Person } from './state.ts'

/** What a customer's message says of the customer: only values that are given (A9). */
export interface Profile {
  readonly name?: string
  readonly phone?: string
  readonly email?: string
}

/** What somebody, or a finished delivery, asks of a chat. Ids are made by whoever gives the command. */
export type Command =
  | {
      readonly type: 'visitor.write'
      readonly id: string
      readonly text: string
      readonly cutFrom?: number
      readonly media?: EntryMedia
      /** Sealed addresses to fetch the media from; there when `media` wants a file. */
      readonly source?: string
      readonly theirId?: string
      readonly invite?: string
      readonly profile: Profile
    }
  | { readonly type: 'agent.accept'; readonly agent: Person; readonly takeOver: boolean }
  | {
      readonly type: 'agent.write'
      readonly agent: Person
      readonly id: string
      readonly text: string
      readonly media?: EntryMedia
    }
  | { readonly type: 'agent.resend'; readonly agent: Person; readonly of: number; readonly message: ResentMessage }
  /** `anyone`: the agent may close what others hold. */
  | { readonly type: 'agent.close'; readonly agent: Person; readonly anyone: boolean }
  | { readonly type: 'delivery.succeeded'; readonly of: number }
  | { readonly type: 'delivery.failed'; readonly of: number; readonly code?: string; readonly text: string }
  | { readonly type: 'media.arrived'; readonly of: number; readonly media: EntryMedia }
  | { readonly type: 'media.missed'; readonly of: number; readonly media: EntryMedia; readonly reason: string }

/** The message that is sent again, as the log has it: the rules see the state only. */
export interface ResentMessage {
  readonly id: string
  readonly text: string
  readonly agent: Person
  readonly media?: EntryMedia
}

/** What the rules must know of the world; read before, handed in. */
export interface Facts {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** What was known of the visitor before the command. */
  readonly known: Profile
}

export type RefusalCode = 'closed' | 'not_yours' | 'taken' | 'not_failed' | 'no_chat'

/** A rule says no. `holder` is who holds the chat, when that is why. */
export interface Refusal {
  readonly refused: RefusalCode
  readonly holder?: Person
}
