import type { ChatState } from './state.ts'

/** The state in which message `of` is no longer marked as failed. */
export function notFailed(state: ChatState, of: number): ChatState {
  return state.failed.includes(of) ? { ...state, failed: state.failed.filter((n) => n !== of) } : state
}
