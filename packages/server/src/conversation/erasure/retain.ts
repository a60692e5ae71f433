import { queryInOrder } from '../../db/query-in-order.ts'
import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { ToErase } from './erase.ts'
import type { Erasures } from './erasures.ts'

const DAY = 24 * 3600 * 1000
/** How many chats, and how many calls, are erased per pass. */
const AT_ONCE = 200
/** The limit for the chats, and for the calls, of one visitor, whose conversation is locked meanwhile. */
const OF_ONE = 20

const oldStatement = statement(
  'retain_old',
  `select id, visitor_number from chat where account_id = $1 and closed_at is not null and erased_at is null
     and closed_at < $2 order by closed_at, id limit ${AT_ONCE}`,
)
interface Old {
  id: number
  visitor_number: number
}

/** Those of a chat are erased with it. */
const oldCallsStatement = statement(
  'retain_calls',
  `select id, visitor_number from call where account_id = $1 and chat_id is null and ended_at < $2
   order by ended_at, id limit ${AT_ONCE}`,
)

/** Visitors without a chat, who have called no later. */
const strangersStatement = statement(
  'retain_strangers',
  `select number from visitor v where account_id = $1 and chats = 0 and created_at < $2 and not exists (
     select from call l where l.account_id = $1 and l.visitor_number = v.number and (l.ended_at is null or l.ended_at >= $2))
   order by created_at limit ${AT_ONCE}`,
)

export interface Retention {
  readonly db: Db
  readonly erasures: Pick<Erasures, 'complete'>
  /** For how many days each account keeps closed chats, and calls without a chat; 0: forever. */
  readonly keeps: () => readonly { readonly account: number; readonly days: number }[]
  /** An erasure that failed is tried again in the next pass; the others continue. */
  readonly onError: (error: unknown) => void
}

/**
 * Erases chats that were closed, and calls without a chat that ended, longer ago than their account keeps them, the oldest
 * first, and the visitor with the last of them. Works in passes: resolves with true when there may be more.
 */
export function makeRetain({ db, erasures, keeps, onError }: Retention): (now: number) => Promise<boolean> {
  const tryToErase = (wanted: ToErase) =>
    erasures.complete(wanted).then(
      (erased) => erased !== undefined,
      (error: unknown) => {
        onError(error)
        return false
      },
    )

  return async (now) => {
    let more = false
    for (const { account, days } of keeps()) {
      if (days === 0) continue
      const values = [account, new Date(now - days * DAY)]
      const old = await db.transaction((tx) => queryInOrder<Old>(tx, oldStatement, values))
      const calls = await db.transaction((tx) => queryInOrder<Old>(tx, oldCallsStatement, values))
      const strangers = await db.transaction((tx) => queryInOrder<{ number: number }>(tx, strangersStatement, values))
      const visitors = Map.groupBy(old, ({ visitor_number: visitor }) => visitor)
      let erased = 0
      for (const [visitor, rows] of visitors)
        if (await tryToErase({ account, visitor, chats: rows.slice(0, OF_ONE).map(({ id }) => id) })) erased++
      const callers = Map.groupBy(calls, ({ visitor_number: visitor }) => visitor)
      for (const [visitor, rows] of callers)
        if (await tryToErase({ account, visitor, chats: [], calls: rows.slice(0, OF_ONE).map(({ id }) => id) }))
          erased++
      for (const { number: visitor } of strangers) if (await tryToErase({ account, visitor, chats: 'all' })) erased++
      more ||=
        erased > 0 &&
        ([old, calls, strangers].some(({ length }) => length === AT_ONCE) ||
          old.length > visitors.size ||
          calls.length > callers.size)
    }
    return more
  }
}
