import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Routing } from '@deskbell/protocol/agent/routing'
import { startServer } from '../agent-api/servers.ts'
import { testKinds } from '../db.ts'
import { ANN } from '../test-server.ts'

for (const kind of testKinds())
  suite(`the revision of the routing, ${kind}`, () => {
    test('a change that was made from other settings than those of now is refused, and changes nothing', async (t) => {
      const server = await startServer({ kind })
      t.after(() => server.close())
      const ann = server.agent(ANN)
      const read = async () => (await ann.call('GET', '/routing')).body as unknown as Routing
      const change = (body: object) => ann.call('PATCH', '/routing', body)
      const { revision: first } = await read()
      const one = await change({ revision: first, capacity: { total: 3, kinds: {} } })
      assert.equal(one.status, 200, one.text)
      const { revision: second } = one.body as unknown as Routing
      assert.notEqual(second, first)
      // As it is read after it was stored.
      assert.equal((await read()).revision, second)
      const late = await change({ revision: first, agents: [{ agent: 1, capacity: { total: 9, kinds: {} } }] })
      assert.deepEqual([late.status, late.body['error']?.['code']], [409, 'changed_meanwhile'])
      assert.deepEqual((await read()).agents, [])
      assert.equal((await change({ revision: second, capacity: { total: 4, kinds: {} } })).status, 200)
      // Without one, the named fields are changed.
      assert.equal((await change({ capacity: { total: 5, kinds: {} } })).status, 200)
      const { capacity } = await read()
      assert.equal(capacity.total, 5)
    })
  })
