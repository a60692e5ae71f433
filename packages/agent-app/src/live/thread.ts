import type { EntriesPage } from '@deskbell/protocol/agent/chat'
import type { Entry } from '@deskbell/protocol/agent/entry'
import { fold, type Folded, join, redactRange } from './fold.ts'

/** The loaded part of a chat's log: entries `first` to `last` without a gap. */
export type Thread = {
  folded: Folded
  first: number
  last: number
  /** The server has older entries. */
  more: boolean
}

/** Makes a thread of the newest page. */
export const toThread = (page: EntriesPage): Thread => ({
  folded: fold(page.entries),
  first: page.entries[0]?.n ?? 1,
  last: page.entries.at(-1)?.n ?? 0,
  more: page.more,
})

/** Prepends a page of older entries, without duplicates. */
export function withOlder(thread: Thread, page: EntriesPage): Thread {
  const entries = page.entries.filter((entry) => entry.n < thread.first)
  return {
    ...thread,
    folded: join(fold(entries), thread.folded),
    first: entries[0]?.n ?? thread.first,
    more: page.more,
  }
}

/**
 * Appends entries from the socket, which may overlap the loaded ones. `gap`: numbers are missing in between, nothing
 * was added, and the chat must be followed again from `last`. `whole`: the server was already asked from `last` and
 * left numbers out, because this agent may not read them; the entries are added as they are.
 */
export function withNewer(thread: Thread, came: readonly Entry[], whole = false): { thread: Thread; gap: boolean } {
  const entries = came.filter((entry) => entry.n > thread.last)
  const first = entries[0]
  const last = entries.at(-1)
  if (!first || !last) return { thread, gap: false }
  if (first.n > thread.last + 1 && !whole) return { thread, gap: true }
  return { thread: { ...thread, folded: join(thread.folded, fold(entries)), last: last.n }, gap: false }
}

/** Redacts the thread of a chat whose row reports an erasure before its entry arrives. */
export const redactThread = (thread: Thread): Thread => ({ ...thread, folded: redactRange(thread.folded) })
