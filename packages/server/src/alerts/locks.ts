import type { Db, Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'

/** The key of an alert on its way (`alert_send`). */
export interface SendKey {
  readonly account: number
  readonly alert: string
}

export const keysOf = (sends: readonly SendKey[]): [accounts: number[], ids: string[]] => [
  sends.map(({ account }) => account),
  sends.map(({ alert }) => alert),
]

const lockAlerts = statement(
  'alert_lock',
  `select a.id from (select distinct s.account_id, s.alert_id from unnest($1::int[], $2::uuid[]) as u(account_id, id)
     join alert_send s on s.account_id = u.account_id and s.id = u.id order by 1, 2) t
   join lateral (select id from alert a where a.account_id = t.account_id and a.id = t.alert_id limit 1 for update) a on true`,
)
const lockSends = statement(
  'alert_send_lock',
  `select s.id from (select distinct * from unnest($1::int[], $2::uuid[]) as u(account_id, id) order by 1, 2) t
   join lateral (select id from alert_send s where s.account_id = t.account_id and s.id = t.id limit 1 for update) s on true`,
)

/**
 * Locks alerts and then what is on its way of them, each in the order of their keys, so that concurrent transactions cannot
 * deadlock. The embedded store runs one transaction at a time.
 */
export async function lockInOrder(db: Db, tx: Tx, sends: readonly SendKey[]): Promise<void> {
  if (db.kind !== 'server') return
  await tx.query(lockAlerts, keysOf(sends))
  await tx.query(lockSends, keysOf(sends))
}
