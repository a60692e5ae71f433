import type { CrmField, EntryMedia } from './entry.ts'
import type { Button, Department, Person, Rating } from './state.ts'

/** What a customer's message says of the customer: only values that are given (A9). */
export interface Profile {
  readonly name?: string
  readonly phone?: string
  readonly email?: string
  /** More about the customer, as a page or a form says it. */
  readonly description?: string
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
      /** It was left through the form for messages while nobody is there (W11). */
      readonly left?: true
      readonly invite?: string
      /** Whom the visitor chose to write to, for a chat that begins. */
      readonly department?: Department
      readonly profile: Profile
    }
  /** Name, phone and the like, without a message: told where a chat is open. */
  | { readonly type: 'visitor.introduce'; readonly profile: Profile }
  | { readonly type: 'visitor.rate'; readonly rating: Rating; readonly text?: string }
  /** Opens a chat with a visitor who has not written. */
  | { readonly type: 'agent.start'; readonly agent: Person; readonly id: string; readonly text: string }
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
  /** Puts the chat back into the queue. */
  | { readonly type: 'agent.leave'; readonly agent: Person; readonly anyone: boolean }
  | {
      readonly type: 'bot.write'
      readonly bot: Person
      readonly id: string
      readonly text: string
      readonly markdown?: string
      readonly title?: string
      readonly buttons?: readonly Button[]
      /** Of the request; without one, no other is its repetition (B5). */
      readonly digest?: string
    }
  | { readonly type: 'bot.invite'; readonly bot: Person }
  /** The bot was asked message `of` as often as it may be and did not take it. */
  | {
      readonly type: 'bot.gave-up'
      readonly bot: number
      readonly of: number
      readonly text: string
      /** It was us who broke off, or the bot is gone. */
      readonly why?: 'interrupted' | 'removed'
    }
  /** The bot took message `of`, which it was sent at this time (ms). */
  | { readonly type: 'bot.take'; readonly bot: number; readonly of: number; readonly at: number }
  /** Nothing more is taken from the visitor; the chat ends. `anyone`: also what others hold. */
  | { readonly type: 'agent.block'; readonly agent: Person; readonly anyone: boolean }
  | { readonly type: 'agent.unblock'; readonly agent: Person }
  /** Binds the chat to the card of the CRM that an answer named (C14). */
  | { readonly type: 'agent.assign'; readonly agent: Person; readonly link: string }
  /** What a webhook answered to entry `to`, which told it that an agent accepted or that the chat began (C11). */
  | {
      readonly type: 'crm.answer'
      readonly webhook: number
      readonly name: string
      readonly to: number
      readonly fields: readonly CrmField[]
      readonly link?: string
      readonly assignable: boolean
      readonly page?: { readonly url: string; readonly title?: string }
      readonly late?: true
      /** What it says of the visitor, as if they had said it (W16). */
      readonly profile: Profile
    }
  /** Some moment that the state waits for may have come. */
  | { readonly type: 'time.pass' }
  | { readonly type: 'delivery.succeeded'; readonly of: number }
  | { readonly type: 'delivery.failed'; readonly of: number; readonly code?: string; readonly text: string }
  | { readonly type: 'media.arrived'; readonly of: number; readonly media: EntryMedia; readonly ask?: Ask }
  | {
      readonly type: 'media.missed'
      readonly of: number
      readonly media: EntryMedia
      readonly reason: string
      readonly ask?: Ask
    }

/** A message that a bot is asked about once its media is there: its text, and when it was written. */
export interface Ask {
  readonly text: string
  readonly at: number
}

/** The message that is sent again, as the log has it: the rules see the state only. */
export interface ResentMessage {
  readonly id: string
  readonly text: string
  readonly from: 'agent' | 'bot'
  readonly agent?: Person
  readonly bot?: Person
  readonly markdown?: string
  readonly title?: string
  readonly buttons?: readonly Button[]
  readonly media?: EntryMedia
}

/** The bot attached to the chat's channel. */
export interface BotFacts {
  readonly id: number
  readonly name: string
  /** How long it may be silent (ms, B10). */
  readonly patience: number
  /** It fails repeatedly, as this says, and is not to be asked. */
  readonly failing?: string
  /** It fails repeatedly; the next new chat is to show whether it still does. */
  readonly probe?: boolean
}

/** What the rules must know of the world; read before, handed in. */
export interface Facts {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** What was known of the visitor before the command. */
  readonly known: Profile
  readonly bot: BotFacts | null
  /** Somebody could accept the chat now (A4). */
  readonly available: boolean
  /** Nothing is taken from the visitor. */
  readonly blocked?: boolean
  /** A webhook wants to hear of changes of the visitor (C22). */
  readonly tellsChanges?: boolean
}

/** `not_its_chat`: another bot's, or nobody's. `too_late`: the bot may not write any more, and enough of it is kept.
 * `blocked`: nothing is taken from the visitor. `no_card`: no answer named such a card. */
export type RefusalCode =
  | 'closed'
  | 'not_yours'
  | 'taken'
  | 'not_failed'
  | 'no_chat'
  | 'not_its_chat'
  | 'too_late'
  | 'blocked'
  | 'no_card'

/** A rule says no. `holder` is who holds the chat, when that is why. */
export interface Refusal {
  readonly refused: RefusalCode
  readonly holder?: Person
}
