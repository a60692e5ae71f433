import type { Author, Button, Department, Person, Rating } from './state.ts'

export type MediaKind = 'photo' | 'video' | 'audio' | 'voice' | 'sticker' | 'document' | 'location'

/**
 * Media as the log keeps it. Never the address it came from (A19): `host` says where, and our own copy, if there is
 * one, is `file`.
 */
export interface EntryMedia {
  readonly kind: MediaKind
  readonly file?: string
  readonly host?: string
  readonly name?: string
  readonly size?: number
  readonly mime?: string
  readonly width?: number
  readonly height?: number
  readonly duration?: number
  readonly performer?: string
  readonly title?: string
  readonly emoji?: string
  readonly latitude?: number
  readonly longitude?: number
}

export interface Message {
  readonly type: 'message'
  readonly from: Author
  /** Identifier of the message in the service, as on the channel wire. */
  readonly id: string
  readonly text: string
  readonly cutFrom?: number
  readonly agent?: Person
  readonly bot?: Person
  /** The bot's markdown; `text` is its plain variant then. */
  readonly markdown?: string
  /** The bot's question with the answers it prepared; `text` is the plain variant then. */
  readonly title?: string
  readonly buttons?: readonly Button[]
  /** The prepared answer that the visitor chose (A31). */
  readonly button?: Button
  /** Of the request that it came in (B5). */
  readonly digest?: string
  readonly media?: EntryMedia
  /** The integrator's own identifier: for logs only, never for identity (A13). */
  readonly theirId?: string
  /** It was left through the form while nobody was there (W11). */
  readonly left?: true
}
/** The integrator's front end had invited the customer with this text (A12). */
export interface Invited {
  readonly type: 'visitor.invited'
  readonly text: string
}
/** Name, phone, e-mail or a description were given or replaced during the chat (A9). */
export interface Changed {
  readonly type: 'visitor.changed'
  readonly name?: string
  readonly phone?: string
  readonly email?: string
  readonly description?: string
  /** It came with the answer of the account's own server, and not from the visitor (C3). */
  readonly by?: 'crm'
  /** Webhooks are to be told of it (C22). */
  readonly tell?: true
}
/** What changed of the visitor up to here is told (C22). */
export interface Updated {
  readonly type: 'visitor.updated'
}
/** Nothing more is taken from the visitor, from this chat on. */
export interface Blocked {
  readonly type: 'visitor.blocked'
  readonly agent: Person
}
export interface Unblocked {
  readonly type: 'visitor.unblocked'
  readonly agent: Person
}
/** What was personal in the chat is gone: by an agent's hand, or because the time to keep it is over. */
export interface Erased {
  readonly type: 'chat.erased'
  readonly agent?: Person
}
/** A line beside the chat, by the account's own server; texts are texts, and a link is http(s) (C11, C13). */
export interface CrmField {
  readonly title?: string
  readonly content?: string
  readonly key?: string
  readonly link?: string
}
/** What the account's own server answered when an agent accepted (C11). */
export interface CrmAnswered {
  readonly type: 'crm.answered'
  readonly webhook: number
  /** What the webhook was called then. */
  readonly name: string
  /** The entry that it answers. */
  readonly to: number
  readonly fields: readonly CrmField[]
  readonly link?: string
  /** The agent decides whether the chat belongs to `link` (C14). */
  readonly assignable: boolean
  /** Given by the server, and not where the visitor is (C25). */
  readonly page?: { readonly url: string; readonly title?: string }
  /** It came with a later attempt (C12). */
  readonly late?: true
}
/** The chat was bound to the card of the CRM at `link` (C14). */
export interface CrmAssigned {
  readonly type: 'crm.assigned'
  readonly link: string
  readonly agent: Person
}
/** Whom the visitor chose to write to. */
export interface Chosen {
  readonly type: 'department.chosen'
  readonly department: Department
}
/** What the visitor thought of the chat; the newest counts. */
export interface Rated {
  readonly type: 'chat.rated'
  readonly rating: Rating
  readonly text?: string
}
export interface Joined {
  readonly type: 'agent.joined'
  readonly agent: Person
  /** The bot that is told of it: the first agent joins its chat. */
  readonly bot?: number
}
/** The agent put the chat back into the queue. */
export interface Left {
  readonly type: 'agent.left'
  readonly agent: Person
}
/** The bot answers in this chat; it has `patience` milliseconds for each answer (B10). */
export interface BotJoined {
  readonly type: 'bot.joined'
  readonly bot: Person
  readonly patience: number
  /** It had failed before: this chat shows whether it works again. */
  readonly probe?: true
}
/** The bot is not asked, because it failed lately; `text` says how. */
export interface BotSkipped {
  readonly type: 'bot.skipped'
  readonly bot: Person
  readonly text: string
}
/** People must answer, because the bot failed, was silent, is gone, or talks in circles, or we broke off. */
export interface BotLeft {
  readonly type: 'bot.left'
  readonly bot: Person
  readonly why: 'failed' | 'interrupted' | 'silent' | 'skipped' | 'removed' | 'loop' | 'repeats'
  /** More of the reason, for a person. */
  readonly text?: string
}
/** The bot was asked message `of` after the last that it wrote: it still owes an answer to it. */
export interface BotAsked {
  readonly type: 'bot.asked'
  readonly of: number
}
/** What the bot wrote when it might not write any more; the visitor never sees it (B12). */
export interface BotRefused {
  readonly type: 'bot.refused'
  readonly bot: Person
  readonly text: string
  readonly digest?: string
}
/** The bot called for a person; somebody should accept until `until` (B19). */
export interface AgentInvited {
  readonly type: 'agent.invited'
  readonly bot: Person
  readonly until: number
}
/** The bot is told that no person comes: none is there, or nobody accepted (B19). */
export interface AgentUnavailable {
  readonly type: 'agent.unavailable'
  readonly bot: Person
  readonly why: 'none' | 'unaccepted'
}
export interface Closed {
  readonly type: 'chat.closed'
  readonly agent?: Person
}
/** The partner took the message with number `of`. */
export interface Delivered {
  readonly type: 'message.delivered'
  readonly of: number
}
/** The partner did not take it; `text` is what the agent reads (A26). */
export interface Failed {
  readonly type: 'message.failed'
  readonly of: number
  readonly code?: string
  readonly text: string
}
export interface Resent {
  readonly type: 'message.resent'
  readonly of: number
  readonly agent: Person
}
/** Our copy of the media of message `of` is there. */
export interface MediaStored {
  readonly type: 'media.stored'
  readonly of: number
  readonly media: EntryMedia
}
export interface MediaFailed {
  readonly type: 'media.failed'
  readonly of: number
  readonly media: EntryMedia
  readonly reason: string
}

/** What is written of one thing that happened. Shapes live for ever: see `entry.pin.test.ts`. */
export type EntryBody =
  | Message
  | Invited
  | Changed
  | Chosen
  | Rated
  | Joined
  | Left
  | BotJoined
  | BotSkipped
  | BotLeft
  | BotAsked
  | BotRefused
  | AgentInvited
  | AgentUnavailable
  | Closed
  | Delivered
  | Failed
  | Resent
  | MediaStored
  | MediaFailed
  | Updated
  | Blocked
  | Unblocked
  | CrmAnswered
  | CrmAssigned
  | Erased
export type EntryType = EntryBody['type']

/** An entry in its place: `n` counts 1, 2, 3 within the chat, `at` is in milliseconds since the epoch. */
export type Entry = EntryBody & { readonly n: number; readonly at: number }

/** Who an entry comes from, as readers of the log see it. */
export function authorOf(entry: EntryBody): Author {
  switch (entry.type) {
    case 'message':
      return entry.from
    case 'visitor.changed':
      return entry.by === 'crm' ? 'system' : 'visitor'
    case 'visitor.invited':
    case 'department.chosen':
    case 'chat.rated':
      return 'visitor'
    case 'agent.joined':
    case 'agent.left':
    case 'message.resent':
    case 'visitor.blocked':
    case 'visitor.unblocked':
    case 'crm.assigned':
      return 'agent'
    case 'bot.joined':
    case 'bot.refused':
    case 'agent.invited':
      return 'bot'
    case 'chat.closed':
    case 'chat.erased':
      return entry.agent ? 'agent' : 'system'
    case 'bot.skipped':
    case 'bot.left':
    case 'bot.asked':
    case 'agent.unavailable':
    case 'message.delivered':
    case 'message.failed':
    case 'media.stored':
    case 'media.failed':
    case 'visitor.updated':
    case 'crm.answered':
      return 'system'
  }
}
