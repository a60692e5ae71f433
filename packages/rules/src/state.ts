/** Who must answer next. A closed chat belongs to nobody and is never reopened. */
export type Owner =
  | { readonly kind: 'queue' }
  | { readonly kind: 'bot'; readonly bot: number }
  | { readonly kind: 'agent'; readonly agent: Person }
  | { readonly kind: 'nobody' }

/** An agent as the log remembers them: the name of that moment. */
export interface Person {
  readonly id: number
  readonly name: string
}

export type Author = 'visitor' | 'agent' | 'bot' | 'system'

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
}

/** A chat in which nothing has happened yet. */
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
