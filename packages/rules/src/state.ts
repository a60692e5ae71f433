import type { Offer } from './offer.ts'
import type { ChatOverflow } from './overflowing.ts'
import type { Author, Button, Department, EntryMedia, Person, Rating } from './shapes.ts'

/** Who must answer next. A closed chat has no owner (`nobody`) and is never reopened. */
export type Owner =
  | { readonly kind: 'queue' }
  | { readonly kind: 'bot'; readonly bot: number }
  | { readonly kind: 'agent'; readonly agent: Person }
  | { readonly kind: 'nobody' }

/** What a chat knows of its bot. Once an agent was called, the bot never owns the chat again. */
export interface BotPart {
  readonly id: number
  readonly name: string
  /** Whether the bot may write to the visitor: until an agent joins, or until it fails. */
  readonly speaks: boolean
  /** How long the visitor is kept waiting for its answer (ms, B10). */
  readonly silenceLimitMs: number
  /** The visitor's messages that it has not answered, by number, the newest ones. */
  readonly asked: readonly number[]
  /** The message that it answered last, if it had only that one to answer: it is not asked again. */
  readonly answered: number | null
  /** When it last wrote. */
  readonly spokeAt: number | null
  /** When its answer is overdue; null while it owes no answer (B10). */
  readonly silentAt: number | null
  /** When an agent whom it called must have accepted (B19). */
  readonly acceptBy: number | null
  /** When it was last told that no agent is available, if the visitor has not written since (B19). */
  readonly toldAt: number | null
  /** The buttons that the visitor may choose from (A31). */
  readonly buttons: readonly Button[]
  /** Digests of its requests since the visitor wrote: equal ones are repetitions (B5). */
  readonly said: readonly { readonly digest: string; readonly at: number }[]
  /** How many messages each side wrote in the minute that began at `since`. */
  readonly pace: { readonly since: number; readonly visitor: number; readonly bot: number }
  /** How often in a row each side has written the same text. */
  readonly same: { readonly visitor: Same; readonly bot: Same }
  /** How many of its messages were refused and kept. */
  readonly refused: number
  /** An agent has joined since. */
  readonly joined: boolean
  /** The bot is being probed: it had failed before, and has not answered yet. */
  readonly probe: boolean
}
export interface Same {
  readonly hash: number
  readonly times: number
}

/**
 * What the rules need to know of a chat. Stored on its row with every commit; folding the log from `opened` gives the
 * same. Times are milliseconds since the epoch.
 */
export interface ChatState {
  readonly owner: Owner
  /** Grows each time the owner changes. Commands for an earlier epoch are refused. */
  readonly epoch: number
  /** Number of the newest entry. */
  readonly last: number
  readonly lastAt: number
  readonly openedAt: number
  readonly closedAt: number | null
  /** Since when the visitor waits for an agent. */
  readonly waitingSince: number | null
  /** How many messages the visitor wrote. */
  readonly received: number
  /** The newest message, shortened; `agent` when an agent wrote it. */
  readonly preview: { readonly text: string; readonly from: Author; readonly agent?: Person } | null
  /** Since when the visitor has written without an answer, if the newest message is theirs. */
  readonly unansweredSince?: number
  /** The last invitation that the visitor was shown (A12). */
  readonly invite: string | null
  /** Numbers of messages that are marked as failed. */
  readonly failed: readonly number[]
  /** The department that the visitor chose. */
  readonly department?: Department
  /** The visitor's rating. */
  readonly rating?: Rating
  /** The agents whom notes mention, each with the number of the newest such note. */
  readonly mentions?: readonly { readonly agent: number; readonly n: number }[]
  /** The chat's tags, with the names that they had when they were added. */
  readonly tags?: readonly { readonly id: number; readonly name: string }[]
  /** Absent when no bot joined. */
  readonly bot?: BotPart
  /** What the CRM answered; absent when it answered nothing. */
  readonly crm?: CrmPart
  /** The chat's personal content was removed; it refuses every command. */
  readonly erased?: true
  /** An agent closed the chat, which stays open until `until` (ms) so that they can take it back. */
  readonly closing?: { readonly until: number; readonly agent: Person }
  /** Messages that wait to be sent, in the order in which agents wrote them. Never empty. */
  readonly scheduled?: readonly Scheduled[]
  /** The chat is put aside until this time (ms), or until the visitor writes. */
  readonly snoozed?: { readonly until: number | null; readonly agent: Person }
  /** The entry with which the time of a snooze ended: the chat is unread until its agent has read as far. */
  readonly woken?: number
  /** The chat is offered to an agent. */
  readonly offer?: Offer
  /** The agents who did not accept it from the router since it waits, in their order. Never empty. */
  readonly passed?: readonly number[]
  /** Where the chat has been since it waits for an agent, if it was not always where it is. */
  readonly overflow?: ChatOverflow
  /** The chat returns to `to`, who gave it to its department, unless an agent accepts it before `until` (ms). */
  readonly returns?: { readonly to: Person; readonly until: number }
  /** The agents who write beside the holder, in the order in which they joined. Never empty. */
  readonly colleagues?: readonly Person[]
  /** The agents who were asked to, and have not answered. Never empty. */
  readonly asked?: readonly Person[]
  /** The agents who have held the chat or written beside its holder, in the order in which they joined. */
  readonly agents?: readonly Person[]
  /** Since when a change of the visitor's profile waits to be told to webhooks (ms, C22). */
  readonly changedAt?: number
}

/** A message that waits to be sent. `n`: the entry that scheduled it. */
export interface Scheduled {
  readonly n: number
  readonly id: string
  readonly text: string
  /** `text` is then its plain version. */
  readonly markdown?: string
  readonly due: number
  readonly hold: boolean
  readonly agent: Person
  readonly attachments?: readonly EntryMedia[]
  /** Where a message carries one attachment: an id for each after the first. */
  readonly furtherIds?: readonly string[]
  /** The visitor has written since. */
  readonly visitorWrote?: true
}

/** What a chat knows of the account's CRM. */
export interface CrmPart {
  /** The newest answer of each webhook: the number of its entry, and of the entry that it answers. */
  readonly cards: readonly {
    readonly webhook: number
    readonly of: number
    readonly to: number
    readonly link?: string
    readonly assignable: boolean
  }[]
  /** Links of the cards that the chat was bound to, each once (C14). */
  readonly assigned: readonly string[]
}

/** Changes of a visitor's profile within this time are told to webhooks together (ms, C22). */
export const CHANGES_WITHIN = 1000

/** When a timer must look at the chat although no command arrives (ms); null: never. */
export function dueAt(state: ChatState): number | null {
  const told = state.changedAt === undefined ? null : state.changedAt + CHANGES_WITHIN
  const times = [
    botDueAt(state),
    told,
    state.closing?.until,
    state.snoozed?.until,
    state.offer?.until,
    state.returns?.until,
    ...sendingTimes(state),
  ].filter((time) => typeof time === 'number')
  return times.length > 0 ? Math.min(...times) : null
}

const sendingTimes = ({ scheduled = [] }: ChatState): number[] => scheduled.map(({ due }) => due)

/** When the bot must have answered, or an agent accepted its call (ms). */
export function botDueAt({ owner, bot }: ChatState): number | null {
  if (owner.kind === 'bot') return bot?.silentAt ?? null
  return owner.kind === 'queue' ? (bot?.acceptBy ?? null) : null
}

/** The state of a chat without entries. */
export function opened(at: number): ChatState {
  return {
    owner: { kind: 'queue' },
    epoch: 1,
    last: 0,
    lastAt: at,
    openedAt: at,
    closedAt: null,
    waitingSince: at,
    received: 0,
    preview: null,
    invite: null,
    failed: [],
  }
}
