import { sqlBuilder as k } from '../db/builder.ts'
import type { Tx } from '../db/db.ts'
import { beginChange } from './change.ts'

/** Returns the new account's number. */
export async function createAccount(tx: Tx, name: string): Promise<number> {
  const [account] = await tx.run(k.insertInto('account').values({ name }).returning('id'))
  if (!account) throw new Error('no account was stored')
  await tx.run(k.insertInto('account_number').values({ account_id: account.id }))
  return account.id
}

export async function renameAccount(tx: Tx, account: number, name: string): Promise<void> {
  await beginChange(tx, account)
  await tx.run(k.updateTable('account').set({ name }).where('id', '=', account))
}

/** `logo`: a file id, or null for none. */
export async function setLogo(tx: Tx, account: number, logo: string | null): Promise<void> {
  await beginChange(tx, account)
  await tx.run(k.updateTable('account').set({ logo }).where('id', '=', account))
}
