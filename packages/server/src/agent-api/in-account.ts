import type { Db, Tx } from '../db/db.ts'
import { retrySerialization } from '../db/retry.ts'

/** Runs `act` in a transaction of the account of a signed-in agent, again after a conflict with another one. */
export const inAccountOf =
  (db: Pick<Db, 'asAccount'>) =>
  <T>({ account }: { readonly account: number }, act: (tx: Tx) => Promise<T>): Promise<T> =>
    retrySerialization(() => db.asAccount(account, act))
