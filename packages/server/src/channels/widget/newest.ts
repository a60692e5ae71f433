import type { Cursor, VisitorEntry } from '@deskbell/protocol/widget/frames'
import type { Db } from '../../db/db.ts'
import { makeShared } from '../../platform/shared.ts'
import { showAll } from './follow.ts'
import type { Shower } from './to-visitor.ts'
import { PAGE, readOlder } from './read.ts'

/** The newest entries of a visitor, as the visitor may see them. */
export interface Newest {
  readonly entries: VisitorEntry[]
  /** Where they end; undefined when there is none. */
  readonly cursor: Cursor | undefined
  /** There are older ones. */
  readonly more: boolean
}

/**
 * Reads the page that a window begins with. Pages of one visitor that come while it is read share the reading: each of
 * them follows from the cursor it ends with, so that nothing is missed.
 */
export function makeNewest(db: Db): (shower: Shower, channel: number, visitor: number) => Promise<Newest> {
  const shared = makeShared<Newest>()

  async function read(shower: Shower, visitor: number): Promise<Newest> {
    const { entries, more } = await readOlder(db, { account: shower.account, visitor }, PAGE)
    const last = entries.at(-1)
    return {
      entries: await showAll(db, shower.account, entries, shower),
      cursor: last && { chat: last.chat, n: last.entry.n },
      more,
    }
  }

  return (shower, channel, visitor) => shared(`${shower.account} ${channel} ${visitor}`, () => read(shower, visitor))
}
