import { kindOf, type Entry } from './entries.ts'
import type { ChatState } from './state.ts'

/** Returns the state after `entry`. Entries are applied in order: `entry.n` must be `state.last + 1`. */
export function apply(state: ChatState, entry: Entry): ChatState {
  if (entry.n !== state.last + 1) throw new Error(`entry ${entry.n} does not follow ${state.last}`)
  return kindOf(entry).apply({ ...state, last: entry.n, lastAt: entry.at }, entry)
}

/** Folds a whole log into a state, beginning with a chat opened at `at`. */
export function fold(at: number, log: readonly Entry[], start: (at: number) => ChatState): ChatState {
  return log.reduce(apply, start(at))
}
