import type { Cursor, VisitorEntry } from '@deskbell/protocol/widget/frames'
import type { ChangedChat } from '../../conversation/commit/input.ts'
import { mentionsMedia } from '../../conversation/read/media.ts'
import { askFor, type Asker } from '../../db/asker.ts'
import type { Db } from '../../db/db.ts'
import { readFiles, type FileRow } from '../../files/rows.ts'
import type { Clock } from '../../platform/clock.ts'
import { toVisible, type Shower } from './to-visitor.ts'
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
  /** The newest entry that the visitor has. */
  readonly after: Cursor
  readonly shower: () => Shower
  /** Resolves when there is room for more. */
  readonly room: () => Promise<void>
  readonly deliver: (entries: VisitorEntry[], cursor: Cursor) => void
  readonly onError: (error: unknown) => void
}

/** Everything that is said to one visitor, chat after chat, by cursor: each entry once, in order, without a gap. */
export interface Following {
  heard(news: ChangedChat): void
  woken(): void
  stop(): void
}

export function followVisitor(options: FollowOptions): Following {
  const { db, clock, account, visitor, asker, shower, room, deliver, onError } = options
  let cursor = options.after
  let busy = false
  let again = false
  let stopped = false
  let cancelRetry = () => {}

  function woken(): void {
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
        // Before it is read, so that no page of entries is held for a line that does not drain.
        await room()
        const page = forwarded
          ? { entries: forwarded, more: false }
          : await readNewer(db, { account, visitor }, cursor, PAGE)
        forwarded = undefined
        const last = page.entries.at(-1)
        if (last) {
          const place = { chat: last.chat, n: last.entry.n }
          const shown = await showAll(db, account, page.entries, shower())
          // Nobody is told who has become somebody else meanwhile, or has gone.
          if (stopped) return
          deliver(shown, place)
          // Only now: what could not be handed over is read again.
          cursor = place
        }
        if (page.more) again = true
      } while (again && !stopped)
    } catch (error) {
      if (stopped) return
      onError(error)
      cancelRetry()
      cancelRetry = clock.after(RETRY, woken)
    } finally {
      busy = false
    }
  }

  return {
    heard({ chat, entries }) {
      const [first] = entries
      if (!first) return
      // What stands exactly behind the cursor is forwarded without a reading; on any doubt it is read.
      const isNext = chat === cursor.chat ? first.n === cursor.n + 1 : cursor.chat === 0 && first.n === 1
      if (!busy && isNext) void turn(entries.map((entry) => ({ chat, entry })))
      else woken()
    },
    woken,
    stop() {
      stopped = true
      cancelRetry()
    },
  }
}

/** Entries of several chats as the visitor may see them. */
export async function showAll(
  db: Db,
  account: number,
  placed: readonly ChatEntry[],
  shower: Shower,
): Promise<VisitorEntry[]> {
  const files = new Map<number, ReadonlyMap<string, FileRow>>()
  for (const chat of new Set(placed.map((one) => one.chat))) {
    const entries = placed.filter((one) => one.chat === chat).map(({ entry }) => entry)
    if (mentionsMedia(entries)) files.set(chat, await readFiles(db, account, chat, entries))
  }
  return placed.flatMap((one) => toVisible(one, files.get(one.chat) ?? NO_FILES, shower) ?? [])
}
