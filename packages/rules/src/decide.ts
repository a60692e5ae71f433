import type { Decision } from './command-kind.ts'
import { kindOf, type Command } from './commands.ts'
import type { Facts } from './facts.ts'
import type { ChatState } from './state.ts'

/** What happens when `command` meets a chat in `state`. A command that opens a chat is given `opened(now)`. */
export function decide(state: ChatState, command: Command, facts: Facts): Decision {
  // The visitor is unknown, and the chat must stay without content.
  if (state.erased) return { refused: 'closed' }
  return kindOf(command.type).decide(state, command, facts)
}
