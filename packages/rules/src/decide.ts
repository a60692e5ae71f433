import type { Decision } from './command-kind.ts'
import { kindOf, type Command } from './commands.ts'
import type { Facts } from './facts.ts'
import type { ChatState } from './state.ts'

/** The result of `command` for a chat in `state`. A command that opens a chat receives the state `opened(now)`. */
export function decide(state: ChatState, command: Command, facts: Facts): Decision {
  // The chat has no visitor any more and must stay without content.
  if (state.erased) return { refused: 'closed' }
  return kindOf(command.type).decide(state, command, facts)
}
