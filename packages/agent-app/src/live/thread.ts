import type { EntriesPage } from '@deskbell/protocol/agent/chat'
import type { Entry } from '@deskbell/protocol/agent/entry'
import { fold, type Folded, join, toBare } from './fold.ts'

/** The part of a chat's log that is held: entries `first` to `last` without a gap. */
export type Thread = {
  folded: Folded
  first: number
  last: number
  /** There are older entries on the desk. */
  more: boolean
}

/** From the newest page. */
export const toThread = (page: EntriesPage): Thread => ({
  folded: fold(page.entries),
  first: page.entries[0]?.n ?? 1,
  last: page.entries.at(-1)?.n ?? 0,
  more: page.more,
})

/** With a page of older entries. What is held already is not taken twice. */
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
 * With entries off the socket. They may overlap what is held (a follow that was sent twice); `gap` says that numbers are
 * missing in between, in which case nothing was taken and the chat is to be followed again from `last`. Where the desk was
 * asked from `last` already and still leaves numbers out, they are not for this agent: `whole` takes them as they are.
 */
export function withNewer(thread: Thread, came: readonly Entry[], whole = false): { thread: Thread; gap: boolean } {
  const entries = came.filter((entry) => entry.n > thread.last)
  const first = entries[0]
  const last = entries.at(-1)
  if (!first || !last) return { thread, gap: false }
  if (first.n > thread.last + 1 && !whole) return { thread, gap: true }
  return { thread: { ...thread, folded: join(thread.folded, fold(entries)), last: last.n }, gap: false }
}

/** Of a chat whose line says that it was erased, before the entry that says so is there. */
export const bareThread = (thread: Thread): Thread => ({ ...thread, folded: toBare(thread.folded) })
