import type { DueAlert } from './statements.ts'

/** How long the router may take to offer a chat (ms). */
export const ROUTED_WITHIN = 2000
/** How often it is looked again while the chat is offered (ms). */
const LOOK_AGAIN = 15_000

/**
 * When it is to be decided again whether agents are told that a visitor waits (ms): the router offers the chat to one of them,
 * or is about to. Undefined: now.
 */
export function routerHas({ routed, created_at: at, state }: DueAlert, now: number): number | undefined {
  if (!routed) return undefined
  const { offer } = state ?? {}
  if (offer && !offer.by) return Math.min(Math.max(offer.until, now + 1000), now + LOOK_AGAIN)
  return now < at + ROUTED_WITHIN ? at + ROUTED_WITHIN : undefined
}
