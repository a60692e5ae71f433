import type { Cursor, VisitorEntry } from '@deskbell/protocol/widget/frames'
import type { Db } from '../../db/db.ts'
import { makeShared } from '../../platform/shared.ts'
import { toVisitorEntries } from './follow.ts'
import type { ViewContext } from './to-visitor.ts'
import { PAGE, readOlder } from './read.ts'

/** The newest entries of a visitor, in the form for visitors. */
export interface Newest {
  readonly entries: VisitorEntry[]
  /** The cursor of the last one; undefined when there is none. */
  readonly cursor: Cursor | undefined
  /** Whether there are older ones. */
  readonly more: boolean
}

/**
 * Reads the entries that a window begins with. Concurrent reads for one visitor are shared. Each page follows from the
 * cursor of the result, so no entry is missed.
 */
export function makeNewest(db: Db): (viewContext: ViewContext, channel: number, visitor: number) => Promise<Newest> {
  const shared = makeShared<Newest>()

  async function read(viewContext: ViewContext, visitor: number): Promise<Newest> {
    const { entries, more } = await readOlder(db, { account: viewContext.account, visitor }, PAGE)
    const last = entries.at(-1)
    return {
      entries: await toVisitorEntries(db, viewContext.account, entries, viewContext),
      cursor: last && { chat: last.chat, n: last.entry.n },
      more,
    }
  }

  return (viewContext, channel, visitor) =>
    shared(`${viewContext.account} ${channel} ${visitor}`, () => read(viewContext, visitor))
}
