import { sqlBuilder as k } from '../../src/db/builder.ts'
import type { TestServer } from '../test-server.ts'

/** A shared canned answer of an account. */
export async function insertAnswer({ services: { db, clock } }: TestServer, account: number, title: string) {
  const row = { account_id: account, agent_id: null, title, shortcut: null, text: `${title}!` }
  const [made] = await db.run(
    k
      .insertInto('canned_answer')
      .values({ ...row, created_at: new Date(clock.now()) })
      .returning('id'),
  )
  return made?.id ?? 0
}
