import type { ChatState, Owner } from './state.ts'

/** Hands the chat to `owner`. The new epoch makes commands for an earlier owner fail. */
export function owned(state: ChatState, owner: Owner): ChatState {
  return { ...state, owner, epoch: state.epoch + 1, waitingSince: null }
}

/** Puts the chat into the queue: the visitor waits for an agent from `at` on (ms). */
export function queued(state: ChatState, at: number): ChatState {
  return { ...owned(state, { kind: 'queue' }), waitingSince: at }
}
