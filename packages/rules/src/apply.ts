import { kindOf, type Entry } from './entries.ts'
import type { ChatState } from './state.ts'

/** The state after `entry`. Entries come in their order: `entry.n` is `state.last + 1`. */
export function apply(state: ChatState, entry: Entry): ChatState {
  if (entry.n !== state.last + 1) throw new Error(`entry ${entry.n} does not follow ${state.last}`)
  return kindOf(entry).apply({ ...state, last: entry.n, lastAt: entry.at }, entry)
}

/** The state that a whole log gives, from a chat opened at `at`. */
export function fold(at: number, log: readonly Entry[], start: (at: number) => ChatState): ChatState {
  return log.reduce(apply, start(at))
}
