import { sqlBuilder as k } from '../../src/db/builder.ts'
import type { TestServer } from '../test-server.ts'

/** A shared macro of an account, which writes a note. */
export async function insertMacro({ services: { db, clock } }: TestServer, account: number, title: string) {
  const steps = JSON.stringify([{ type: 'note', text: `${title}!` }])
  const row = { account_id: account, agent_id: null, title, shortcut: null, steps }
  const [made] = await db.run(
    k
      .insertInto('macro')
      .values({ ...row, created_at: new Date(clock.now()) })
      .returning('id'),
  )
  return made?.id ?? 0
}
