import type { EntryBody } from './entries.ts'
import type { Facts } from './facts.ts'
import type { Refusal } from './refusal.ts'
import type { ChatState } from './state.ts'

/** Entries to append, or a refusal. An empty list means that all is as the command wants it already. */
export type Decision = EntryBody[] | Refusal

/** One type of command. Its sender makes the ids that it carries. */
export interface CommandKind<C extends { readonly type: string }> {
  readonly type: C['type']
  /** It begins a chat where none is open: its `decide` is given `opened(now)` then. */
  readonly opens?: true
  /** Called for chats that are not erased. Changes nothing that it is given. */
  decide(state: ChatState, command: C, facts: Facts): Decision
}
