import type { Cursor, VisitorEntry } from '@deskbell/protocol/widget/frames'
import type { ChangedChat } from '../../conversation/commit/input.ts'
import { mentionsMedia } from '../../conversation/read/media.ts'
import { askFor, type Asker } from '../../db/asker.ts'
import type { Db } from '../../db/db.ts'
import { readFiles, type FileRow } from '../../files/rows.ts'
import type { Clock } from '../../platform/clock.ts'
import { toVisible, type ViewContext } from './to-visitor.ts'
import { readNewer, type ChatEntry } from './read.ts'

const PAGE = 100
const RETRY = 1000
const NO_FILES: ReadonlyMap<string, FileRow> = new Map()

export interface FollowOptions {
  readonly db: Db
  readonly clock: Clock
  readonly account: number
  readonly visitor: number
  readonly asker: Asker
  /** The newest entry that the page has. */
  readonly after: Cursor
  readonly viewContext: () => ViewContext
  /** Resolves when the transport has room for another page of entries. */
  readonly room: () => Promise<void>
  /** `log`: the entries as they are stored, also those for agents only. */
  readonly deliver: (entries: VisitorEntry[], cursor: Cursor, log: readonly ChatEntry[]) => void
  readonly onError: (error: unknown) => void
}

/** Follows the chats of one visitor by cursor: delivers each entry once, in order, without a gap. */
export interface Follower {
  onNews(news: ChangedChat): void
  wake(): void
  stop(): void
}

export function followVisitor(options: FollowOptions): Follower {
  const { db, clock, account, visitor, asker, viewContext, room, deliver, onError } = options
  let cursor = options.after
  let busy = false
  let again = false
  let stopped = false
  let cancelRetry = () => {}

  function wake(): void {
    if (busy) again = true
    else void turn()
  }

  const turn = (known?: ChatEntry[]): Promise<void> => askFor(asker, () => forward(known))

  async function forward(known?: ChatEntry[]): Promise<void> {
    busy = true
    let forwarded = known
    try {
      do {
        again = false
        // Waits before the read, so that no entries are held in memory for a client that does not read.
        await room()
        const page = forwarded
          ? { entries: forwarded, more: false }
          : await readNewer(db, { account, visitor }, cursor, PAGE)
        forwarded = undefined
        const last = page.entries.at(-1)
        if (last) {
          const next = { chat: last.chat, n: last.entry.n }
          const shown = await toVisitorEntries(db, account, page.entries, viewContext())
          // The page may have been closed, or have identified another visitor, during the read.
          if (stopped) return
          deliver(shown, next, page.entries)
          // Set after the delivery, so that entries that could not be delivered are read again.
          cursor = next
        }
        if (page.more) again = true
      } while (again && !stopped)
    } catch (error) {
      if (stopped) return
      onError(error)
      cancelRetry()
      cancelRetry = clock.after(RETRY, wake)
    } finally {
      busy = false
    }
  }

  return {
    onNews({ chat, entries }) {
      const [first] = entries
      if (!first) return
      // Entries directly behind the cursor are forwarded without a read; otherwise they are read.
      const isNext = chat === cursor.chat ? first.n === cursor.n + 1 : cursor.chat === 0 && first.n === 1
      if (!busy && isNext) void turn(entries.map((entry) => ({ chat, entry })))
      else wake()
    },
    wake,
    stop() {
      stopped = true
      cancelRetry()
    },
  }
}

/** Entries of several chats in the form for visitors. */
export async function toVisitorEntries(
  db: Db,
  account: number,
  chatEntries: readonly ChatEntry[],
  viewContext: ViewContext,
): Promise<VisitorEntry[]> {
  const files = new Map<number, ReadonlyMap<string, FileRow>>()
  for (const chat of new Set(chatEntries.map((one) => one.chat))) {
    const entries = chatEntries.filter((one) => one.chat === chat).map(({ entry }) => entry)
    if (mentionsMedia(entries)) files.set(chat, await readFiles(db, account, chat, entries))
  }
  return chatEntries.flatMap((one) => toVisible(one, files.get(one.chat) ?? NO_FILES, viewContext) ?? [])
}
