import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import { makeSweeps } from '../platform/sweeps.ts'

/** A client's page is gone when no process has seen it for so long (ms): it may be loading anew. */
export const PAGE_GONE_AFTER = 12_000
/** How often a process notes the pages that it sees (ms). */
const EVERY = 3000
/** Between notes that are further apart (ms), the store was away: pages were there that nobody has noted. */
const BREAK = 3 * EVERY

const seenStatement = statement(
  'call_pages_seen',
  `update call c set page_at = $3 from unnest($1::int[], $2::int[]) as t(account_id, visitor)
   where c.account_id = t.account_id and c.visitor_number = t.visitor and c.ended_at is null and c.page_at is not null`,
)
const goneStatement = statement(
  'call_pages_gone',
  `select account_id as account, id, carrier = 'engine' as "isCarried" from call where ended_at is null and page_at < $1
   and (state->'connectedAt'->>'agent' is null or carrier = 'engine') order by page_at limit 100`,
)

interface Page {
  readonly account: number
  /** The visitor's number. */
  readonly visitor: number
}

/** The clients' pages of calls that are under way. */
export interface CallPages {
  /** A page of this visitor is there. Returns the function that ends it. */
  here(page: Page): () => void
  /**
   * The calls whose page is gone: before an agent has taken them, or from the media engine, which does not tell the agent. None until
   * the store was there for long enough: all processes have noted their pages again.
   */
  readGone(now: number): Promise<{ account: number; id: number; isCarried: boolean }[]>
  start(): () => Promise<void>
}

/** Each process notes the pages that it sees, so that all know when none of them sees one any more. */
export function makeCallPages({
  db,
  clock,
  onError,
}: {
  readonly db: Pick<Db, 'query'>
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}): CallPages {
  const pages = new Map<string, { page: Page; count: number }>()
  /** When pages were noted last, and since when without a break. */
  let notedAt = -Infinity
  let notedSince = -Infinity
  /** Somebody has asked for gone pages since the last note: the store is tried also without pages of this process. */
  let isAsked = false
  const sweeps = makeSweeps({
    clock,
    every: EVERY,
    onError,
    async sweep() {
      if (pages.size === 0 && !isAsked) return
      isAsked = false
      const now = clock.now()
      const seen = [...pages.values()].map(({ page }) => page)
      const values = [seen.map(({ account }) => account), seen.map(({ visitor }) => visitor), new Date(now)]
      await db.query(seenStatement, values)
      if (now - notedAt > BREAK) notedSince = now
      notedAt = now
    },
  })
  return {
    here(page) {
      const name = `${page.account}:${page.visitor}`
      const one = pages.get(name) ?? { page, count: 0 }
      pages.set(name, one)
      one.count++
      return () => {
        one.count--
        if (one.count === 0 && pages.get(name) === one) pages.delete(name)
      }
    },
    async readGone(now) {
      isAsked = true
      if (now - notedAt > BREAK || now - notedSince < PAGE_GONE_AFTER) return []
      return db.query(goneStatement, [new Date(now - PAGE_GONE_AFTER)])
    },
    start: sweeps.start,
  }
}
