import type { EntryBody } from './entries.ts'
import type { Facts } from './facts.ts'
import type { Refusal } from './refusal.ts'
import type { ChatState } from './state.ts'

/** Entries to append, or a refusal. An empty list means that the chat already is as the command asks. */
export type Decision = EntryBody[] | Refusal

/** One type of command. The sender generates the ids that it carries. */
export interface CommandKind<C extends { readonly type: string }> {
  readonly type: C['type']
  /** The command begins a chat where none is open. Its `decide` then receives `opened(now)`. */
  readonly opens?: true
  /** Called for chats that are not erased. Does not modify its arguments. */
  decide(state: ChatState, command: C, facts: Facts): Decision
}
