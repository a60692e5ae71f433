import type { SetupAgent } from '@deskbell/protocol/setup'
import { availableParallelism } from 'node:os'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { makePasswordWork } from '../identity/password-work.ts'

/** Concurrent hashes: each takes 19 MiB, and Node computes at most four at once. */
const AT_ONCE = Math.min(4, availableParallelism())

const storedHashes = statement(
  'setup_stored_hashes',
  `select email, password_hash from agent
   where account_id = (select id from account order by id limit 1) and deleted_at is null`,
)

/** The password of an agent of the file, hashed before the setup's transaction. */
export interface NewPassword {
  readonly hash: string
  /** The stored hash that the password was compared with. Undefined: there was no such agent. */
  readonly instead: string | undefined
}

/**
 * Hashes the passwords of the file that differ from the stored ones, by the place of their agents. Runs before the
 * transaction: with hundreds of agents the hashes take longer than other processes wait for the setup's lock.
 */
export async function hashPasswords(db: Db, agents: readonly SetupAgent[]): Promise<(NewPassword | undefined)[]> {
  if (agents.every(({ password }) => password === undefined)) return agents.map(() => undefined)
  const rows = await db.query<{ email: string; password_hash: string }>(storedHashes, [])
  const stored = new Map(rows.map((row) => [row.email.toLowerCase(), row.password_hash]))
  const { verify, hash } = makePasswordWork({ atOnce: AT_ONCE, waitingMax: Infinity })
  return Promise.all(
    agents.map(async ({ email, password }) => {
      if (password === undefined) return undefined
      const instead = stored.get(email.toLowerCase())
      if (instead !== undefined && (await verify(instead, password))) return undefined
      return { hash: await hash(password), instead }
    }),
  )
}
