import type { ChatState, Owner } from './state.ts'

/** Hands the chat to `owner`. The new epoch makes commands for an earlier owner fail. */
export function owned(state: ChatState, owner: Owner): ChatState {
  return { ...notRouted(state), owner, epoch: state.epoch + 1, waitingSince: null }
}

/** Puts the chat into the queue: the visitor waits for an agent from `at` on (ms). */
export function queued(state: ChatState, at: number): ChatState {
  return { ...owned(state, { kind: 'queue' }), waitingSince: at }
}

/** The state of a chat that the router does not offer, and may offer to every agent again. */
export function notRouted(state: ChatState): ChatState {
  const { passed: _, offer, ...rest } = state
  return offer?.by ? { ...rest, offer } : rest
}
