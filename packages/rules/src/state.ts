import type { Author, Button, Department, Person, Rating } from './shapes.ts'

/** Who must answer next. A closed chat has no owner (`nobody`) and is never reopened. */
export type Owner =
  | { readonly kind: 'queue' }
  | { readonly kind: 'bot'; readonly bot: number }
  | { readonly kind: 'agent'; readonly agent: Person }
  | { readonly kind: 'nobody' }

/** What a chat knows of its bot. A bot has one turn: once a person was called, it never owns the chat again. */
export interface BotPart {
  readonly id: number
  readonly name: string
  /** Whether it may write to the visitor: until an agent joins, or until it failed. */
  readonly speaks: boolean
  /** How long the visitor is kept waiting for its answer (ms, B10). */
  readonly patience: number
  /** The visitor's messages that it has not answered, by number, the newest ones. */
  readonly asked: readonly number[]
  /** The message that it answered last, when that was the only one: it is not asked again. */
  readonly answered: number | null
  /** When it wrote last. */
  readonly spokeAt: number | null
  /** When it has been silent for too long; null while no answer of it is outstanding (B10). */
  readonly silentAt: number | null
  /** When an agent whom it called must have accepted (B19). */
  readonly acceptBy: number | null
  /** When it was last told that no agent is available, if the visitor has not written since (B19). */
  readonly toldAt: number | null
  /** What the visitor may choose from (A31). */
  readonly buttons: readonly Button[]
  /** Digests of its latest requests, since the visitor wrote: equal ones are repetitions (B5). */
  readonly said: readonly { readonly digest: string; readonly at: number }[]
  /** How fast the two write to each other, in a minute that began at `since`. */
  readonly pace: { readonly since: number; readonly visitor: number; readonly bot: number }
  /** How often in a row each has written the same. */
  readonly same: { readonly visitor: Same; readonly bot: Same }
  /** How many of its messages were refused and kept. */
  readonly refused: number
  /** An agent has joined since. */
  readonly joined: boolean
  /** Asked although it had failed before, to see whether it works again; until it has answered. */
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
  /** Grows each time the owner changes: what was made for an earlier one is refused. */
  readonly epoch: number
  /** Number of the newest entry. */
  readonly last: number
  readonly lastAt: number
  readonly openedAt: number
  readonly closedAt: number | null
  /** Since when the visitor waits for a person. */
  readonly waitingSince: number | null
  /** How many messages the visitor wrote. */
  readonly received: number
  /** The newest message, shortened; `agent` when an agent wrote it. */
  readonly preview: { readonly text: string; readonly from: Author; readonly agent?: Person } | null
  /** The invitation shown last (A12). */
  readonly invite: string | null
  /** Messages that stand as not delivered, by number. */
  readonly failed: readonly number[]
  /** Whom the visitor chose to write to. */
  readonly department?: Department
  /** What the visitor thought of it. */
  readonly rating?: Rating
  /** Absent when no bot had a part in it. */
  readonly bot?: BotPart
  /** What the account's own server said beside it; absent when it said nothing. */
  readonly crm?: CrmPart
  /** Its personal content was removed; it refuses every command. */
  readonly erased?: true
  /** Since when webhooks wait to be told of a change of the visitor (ms, C22). */
  readonly changedAt?: number
}

/** What a chat knows of the account's CRM. */
export interface CrmPart {
  /** The newest answer of each webhook: its entry, and the entry that it answers. */
  readonly cards: readonly {
    readonly webhook: number
    readonly of: number
    readonly to: number
    readonly link?: string
    readonly assignable: boolean
  }[]
  /** Cards that the chat was bound to: each once (C14). */
  readonly assigned: readonly string[]
}

/** How long changes of a visitor are collected before webhooks are told (ms, C22). */
export const CHANGES_WITHIN = 1000

/** When a timer must look at the chat although nothing happens in it (ms); null: never. */
export function dueAt(state: ChatState): number | null {
  const bot = botDueAt(state)
  const told = state.changedAt === undefined ? null : state.changedAt + CHANGES_WITHIN
  if (bot === null || told === null) return bot ?? told
  return Math.min(bot, told)
}

/** When the bot must have done what is asked of it (ms). */
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
