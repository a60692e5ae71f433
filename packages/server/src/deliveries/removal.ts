import { queryInOrder } from '../db/query-in-order.ts'
import type { Tx } from '../db/db.ts'
import { statement, type Statement } from '../db/statement.ts'
import type { LeasedDelivery } from './delivery.ts'
import { LEASE } from './policy.ts'
import { toLeased, type DeliveryRow } from './rows.ts'
import { promoteStatement } from './statements.ts'

/** Deliveries of chats are removed by id, because another process may move a row within the table. */
export const removeUndelivered = statement(
  'erase_undelivered',
  `delete from delivery where account_id = $1 and id = any(array(select id from delivery where account_id = $1
     and chat_id = any($2::int[]) and state in ('waiting', 'due') limit $3)) returning id, lane`,
)
export const removeOfChats = statement(
  'erase_deliveries',
  `delete from delivery where account_id = $1 and id = any(array(select id from delivery where account_id = $1
     and chat_id = any($2::int[]) limit $3)) returning id, lane`,
)
export const countOfChats = statement(
  'erase_deliveries_count',
  'select count(*) as rows from delivery where account_id = $1 and chat_id = any($2::int[])',
)
const removeAttempts = statement(
  'erase_attempts',
  'delete from attempt where account_id = $1 and delivery_id = any($2::bigint[])',
)

/**
 * Removes deliveries with their attempts. The first parameter of `remove` is the account, and it returns `id` and `lane`.
 * Attempts are removed after the deliveries, and so with the last ones of the workers that had leased these. The caller
 * promotes the next deliveries of the lanes.
 */
export async function removeDeliveries(
  tx: Tx,
  remove: Statement,
  [account, ...values]: readonly [account: number, ...values: unknown[]],
): Promise<{ rows: number; lanes: readonly string[] }> {
  const removed = await queryInOrder<{ id: number; lane: string }>(tx, remove, [account, ...values])
  if (removed.length > 0) await queryInOrder(tx, removeAttempts, [account, removed.map(({ id }) => id)])
  return { rows: removed.length, lanes: removed.map(({ lane }) => lane) }
}

/** Makes the next delivery of each lane due, leased with the token. */
export async function promoteLanes(
  tx: Tx,
  account: number,
  lanes: Iterable<string>,
  { now, token }: { readonly now: number; readonly token: string },
): Promise<readonly LeasedDelivery[]> {
  const freed = [...new Set(lanes)]
  if (freed.length === 0) return []
  const values = [freed.map(() => account), freed, new Date(now), new Date(now + LEASE), token]
  return toLeased(await queryInOrder<DeliveryRow>(tx, promoteStatement, values))
}
