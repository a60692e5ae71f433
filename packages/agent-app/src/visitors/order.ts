import type { OnSite } from '@deskbell/protocol/agent/chat'

/** Newest first, in a stable order, so that no row moves under the pointer. */
export const inOrder = (visitors: readonly OnSite[]): OnSite[] =>
  visitors.toSorted((one, other) => other.since - one.since || (one.visit < other.visit ? -1 : 1))
