import type { OnSite } from '@deskbell/protocol/agent/chat'

/** Newest first, and always in the same order, so that nobody moves under the pointer. */
export const inOrder = (visitors: readonly OnSite[]): OnSite[] =>
  visitors.toSorted((one, other) => other.since - one.since || (one.visit < other.visit ? -1 : 1))
