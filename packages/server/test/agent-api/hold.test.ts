import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { testKinds } from '../db.ts'
import { ANN, BOB } from '../test-server.ts'
import { startServer } from './servers.ts'

for (const kind of testKinds())
  suite(`the time to take messages back, ${kind}`, () => {
    test('an agent chooses it for all their devices, and other times are refused', async () => {
      const testServer = await startServer({ kind })
      try {
        const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
        assert.equal((await ann.call('GET', '/me')).body['hold'], 0)
        const changed = await ann.call('PATCH', '/me', { hold: 20 })
        assert.deepEqual([changed.status, changed.body['hold']], [200, 20])
        assert.equal((await testServer.agent(ANN).call('GET', '/me')).body['hold'], 20)
        assert.equal((await bob.call('GET', '/me')).body['hold'], 0)
        const refused = await ann.call('PATCH', '/me', { hold: 7 })
        assert.deepEqual([refused.status, refused.body['error']?.['field']], [400, '/hold'])
        assert.equal((await ann.call('PATCH', '/me', { name: 'Ann' })).body['hold'], 20)
      } finally {
        await testServer.close()
      }
    })
  })
