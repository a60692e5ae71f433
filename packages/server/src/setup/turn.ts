import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'

/** Any number, the same in every version, but not that of migrations. */
const LOCK = 4_096_201_128

const takeLock = statement('setup_turn', 'select pg_advisory_xact_lock($1)')

/** Processes that start together take turns until the transaction ends; there may be no account yet that could be locked. */
export async function takeSetupTurn(tx: Tx): Promise<void> {
  await tx.query(takeLock, [LOCK])
}
