import { ask } from '../db/ask.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Erase } from './erase.ts'

const DAY = 24 * 3600 * 1000
/** Chats that are looked at together. */
const AT_ONCE = 200
const VISITORS_AT_ONCE = 1000

const oldStatement = statement(
  'retain_old',
  `select id, visitor_number from chat where account_id = $1 and closed_at is not null and erased_at is null
     and closed_at < $2 order by closed_at, id limit ${AT_ONCE}`,
)
interface Old {
  id: number
  visitor_number: number
}

/** Who came, said who they are perhaps, and never wrote. */
const strangersStatement = statement(
  'retain_strangers',
  `delete from visitor where ctid = any(array(select ctid from visitor v where v.account_id = $1 and v.created_at < $2
     and v.chats = 0 limit ${VISITORS_AT_ONCE})) returning 1`,
)

export interface Retention {
  readonly db: Db
  readonly erase: Erase
  /** For how many days each account keeps closed chats; 0: for ever. */
  readonly keeps: () => readonly { readonly account: number; readonly days: number }[]
}

/**
 * Erases what was closed longer ago than its account wants to keep it, the oldest first; of a visitor without any other
 * chat, who they are as well. Some at a time: resolves with true when there may be more.
 */
export function makeRetain({ db, erase, keeps }: Retention): (now: number) => Promise<boolean> {
  return async (now) => {
    let more = false
    for (const { account, days } of keeps()) {
      if (days === 0) continue
      const before = new Date(now - days * DAY)
      const old = await db.transaction((tx) => ask<Old>(tx, oldStatement, [account, before]))
      const visitors = Map.groupBy(old, ({ visitor_number: visitor }) => visitor)
      let erased = 0
      for (const [visitor, rows] of visitors)
        erased += (await erase({ account, visitor, chats: rows.map(({ id }) => id) }))?.chats ?? 0
      const strangers = await db.query(strangersStatement, [account, before])
      more ||= (old.length === AT_ONCE && erased > 0) || strangers.length === VISITORS_AT_ONCE
    }
    return more
  }
}
