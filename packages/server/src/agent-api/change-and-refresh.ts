import type { Tx } from '../db/db.ts'
import { retrySerialization } from '../db/retry.ts'
import type { Services } from '../services.ts'

/**
 * Changes settings on behalf of a signed-in agent. When it resolves, the directory of this process has the change, and
 * sessions that the change ended are refused. `change` runs again after a deadlock.
 */
export async function changeAndRefresh<T>(
  { db, directory }: Pick<Services, 'db' | 'directory'>,
  account: number,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result = await retrySerialization(() => db.asAccount(account, change))
  await directory.refresh(account)
  return result
}
