import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { ModuleLeases } from '../db/process-leases.ts'
import { LEASE } from './policy.ts'

/**
 * Ends leases, $2 to $3, of a process that has died: an attempt that was under way is due now, a retry at its planned time. The token
 * stays, so that the claim counts the crash.
 */
const abandonStatement = statement(
  'delivery_abandon',
  `update delivery set next_at = greatest($1, next_at - make_interval(secs => $4 / 1000.0))
   where state = 'due' and token between $2::uuid and $3::uuid and next_at > $1`,
)

const FIRST = '00000000-0000-0000-0000-000000000000'
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Ends all leases. Only for a process that is the only one on its database. */
export const abandonAll = (db: Db, now: number): Promise<unknown> =>
  db.query(abandonStatement, [new Date(now), FIRST, LAST, LEASE])

export const endDeliveryLeases: ModuleLeases['end'] = (tx, { first, last, now }) =>
  tx.query(abandonStatement, [new Date(now), first, last, LEASE])
