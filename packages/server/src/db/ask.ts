import type { Tx } from './db.ts'
import { statement, type Statement } from './statement.ts'

const planForLarge = statement(
  'ask_plan',
  "select set_config('enable_seqscan', 'off', true) as seqscan, set_config('enable_sort', 'off', true) as sort",
)

/**
 * Asks by the index that has the order. A plan is kept for as long as its connection: one that was made while the desk was
 * small, when reading a whole table or any of its indexes cost little, would be kept while it grows. So such plans are
 * not made for what wants an order; what wants none may still be read by another index. Holds for the transaction.
 */
export async function ask<R>(tx: Tx, asked: Statement, values: readonly unknown[]): Promise<R[]> {
  const [, rows] = await Promise.all([tx.query(planForLarge, []), tx.query<R>(asked, values)])
  return rows
}
