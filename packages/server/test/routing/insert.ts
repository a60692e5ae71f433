import { randomUUID } from 'node:crypto'
import { statement } from '../../src/db/statement.ts'
import type { TestServer } from '../test-server.ts'

const insert = statement(
  'test_routing_turn',
  `insert into routing_turn (account_id, id, at, version, input, routed, overflowed)
   values ($1, $2::uuid, now(), 1, $3, $4, $5)`,
)

/** Stores a turn of the router. Returns its id. */
export async function insertTurn({ services: { db } }: TestServer, account: number): Promise<string> {
  const id = randomUUID()
  const team = { id: 1, name: 'secret of a team' }
  const input = {
    now: 1,
    policies: [
      {
        ...{ distribution: 'least-busy', lastAgentFirst: false, acceptWithin: 60_000 },
        overflow: { after: 60_000, to: { department: 1 } },
      },
    ],
    pools: [[1]],
    agents: [{ id: 1, capacity: { total: 5, kinds: {} }, load: { api: 1 }, idleSince: 0 }],
    chats: [
      {
        ...{ id: 1, kind: 'api', waitingSince: 1, priority: 0, policy: 0, pool: 0, team, passed: [2], last: 1 },
        waiting: { since: 1, nobodySince: 1, been: [1, 'bot'], bot: true, form: true },
      },
    ],
  }
  const why = { by: 'last-agent', load: 1, capacity: 5, among: 1, team, again: true }
  const overflowed = [{ chat: 2, to: 'form', why: 'nobody', waited: 1 }]
  await db.query(insert, [
    account,
    id,
    JSON.stringify(input),
    JSON.stringify([{ chat: 1, to: 1, why }]),
    JSON.stringify(overflowed),
  ])
  return id
}
