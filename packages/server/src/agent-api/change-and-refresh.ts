import type { Tx } from '../db/db.ts'
import type { AgentServices } from './services.ts'

/**
 * Changes the office on behalf of somebody signed in. When it resolves, this process's directory knows of it, and
 * whoever was signed out by it is refused.
 */
export async function changeAndRefresh<T>(
  { db, directory }: Pick<AgentServices, 'db' | 'directory'>,
  account: number,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result = await db.asAccount(account, change)
  await directory.refresh(account)
  return result
}
