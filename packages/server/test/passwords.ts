import type { Db } from '../src/db/db.ts'
import { statement } from '../src/db/statement.ts'
import { hashPassword, NO_PASSWORD } from '../src/platform/crypto.ts'

const PASSWORD = 'correct horse battery'

const givePassword = statement(
  'test_give_password',
  'update agent set password_hash = $1 where password_hash = $2 and email = any($3)',
)

let hash: Promise<string> | undefined

/** Gives agents who have no password that of all tests, hashed once for this process: each hash takes 50 ms of a core. */
export async function givePasswords(db: Db, emails: string[]): Promise<void> {
  hash ??= hashPassword(PASSWORD)
  await db.query(givePassword, [await hash, NO_PASSWORD, emails])
}
