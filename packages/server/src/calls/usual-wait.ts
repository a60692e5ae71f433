import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import { makeRecent } from '../platform/recent.ts'

/** Fewer calls say nothing about the next one. */
const CALLS_MIN = 5
/** How long a value is used (ms). */
const FRESH = 60_000

/** How soon an agent took each of the newest calls to visitors that an agent took (ms), the fourth of five. */
const waitStatement = statement(
  'calls_usual_wait',
  `select count(*)::int as calls, percentile_disc(0.8) within group (order by wait)::int as wait
   from (select (state->'connectedAt'->>'agent')::bigint - (state->>'startedAt')::bigint as wait
     from (select state from call where account_id = $1 order by started_at desc, id desc limit 100) as newest
     where state->>'type' = 'callback' and state->'connectedAt'->>'agent' is not null limit 50) as waits`,
)

/** How many seconds visitors usually wait until an agent has taken their call; null: not known. */
export type UsualWait = (account: number) => Promise<number | null>

export function makeUsualWait({ clock, db }: { readonly clock: Clock; readonly db: Db }): UsualWait {
  const waits = makeRecent({
    clock,
    fresh: FRESH,
    async read(account) {
      const [row] = await db.query<{ calls: number; wait: number | null }>(waitStatement, [account])
      return row && row.calls >= CALLS_MIN && row.wait !== null ? Math.max(1, Math.ceil(row.wait / 1000)) : null
    },
  })
  return async (account) => {
    const known = waits.now(account)
    return known === undefined ? waits.read(account) : known
  }
}
