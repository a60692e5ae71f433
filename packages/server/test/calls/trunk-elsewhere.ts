import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TrunkStatus } from '@deskbell/protocol/agent/call-trunk'
import { statement } from '../../src/db/statement.ts'
import { soon } from '../channels/widget/soon.ts'
import type { TestServer } from '../test-server.ts'

const insertStatement = statement(
  'test_trunk_elsewhere',
  `insert into call_trunk (account_id, settings, password, state, state_at, holder, held_until, can_call)
   values (1, '{"kind":"udp","host":"127.0.0.1","port":9,"user":"desk","registers":true}', '\\x00', 'ready', now(), $1::uuid,
     '2100-01-01', true)`,
)

/** Another process holds the trunk of the account, and can call telephones. Resolves when this one knows it: Ann has called. */
export async function addTrunkElsewhere(server: TestServer, contact: number): Promise<void> {
  await server.services.db.query(insertStatement, [randomUUID()])
  const ann = server.agent()
  await ann.call('PATCH', '/call-settings', { countries: ['DE', 'AT'] })
  const call = () => ann.call('POST', '/calls', { contact, phone: '+49 30 999999' })
  let answer = await call()
  const isMade = async () => answer.status === 201 || (answer = await call()).status === 201
  await soon(isMade, 30_000).catch(() => {
    throw new Error(answer.text)
  })
  const { engine } = (await ann.call('GET', '/call-trunk')).body as unknown as TrunkStatus
  assert.equal(engine.state, 'running', 'where the trunk is held')
  await ann.call('POST', `/calls/${String(answer.body['id'])}/hang-up`, {})
}
