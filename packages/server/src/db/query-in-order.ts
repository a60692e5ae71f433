import type { Tx } from './db.ts'
import { statement, type Statement } from './statement.ts'

const planForLarge = statement(
  'ask_plan',
  "select set_config('enable_seqscan', 'off', true) as seqscan, set_config('enable_sort', 'off', true) as sort",
)

/**
 * Runs a query through the index that has the requested order. A plan lives as long as its connection, and a plan made
 * while the tables were small, when a full scan was cheap, would be kept while they grow. This setting prevents such
 * plans for queries with an order; queries without one may still use another index. It holds for the transaction.
 */
export async function queryInOrder<R>(tx: Tx, asked: Statement, values: readonly unknown[]): Promise<R[]> {
  const [, rows] = await Promise.all([tx.query(planForLarge, []), tx.query<R>(asked, values)])
  return rows
}
