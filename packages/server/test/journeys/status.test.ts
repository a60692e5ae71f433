import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testKinds } from '../db.ts'
import { handClock } from '../clock.ts'
import { ANN, BOB, PUBLIC_ID, RANDOM, startTestServer, type TestServer } from '../test-server.ts'

const DAY = 24 * 3600 * 1000

for (const kind of testKinds())
  describe(`status and channel URL, ${kind}`, () => {
    let testServer: TestServer
    before(async () => {
      testServer = await startTestServer({ kind })
    })
    after(() => testServer.close())
    const status = async (init?: RequestInit) => testServer.ask(`${testServer.channelUrl}/status`, init)

    test('A3 the status is one byte of text, not to be cached, for every origin', async () => {
      for (const path of ['/status', '/status/']) {
        const answer = await testServer.ask(testServer.channelUrl + path)
        assert.equal(answer.status, 200)
        assert.equal(answer.text, '0')
        assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
        assert.equal(answer.headers.get('cache-control'), 'no-store')
        assert.equal(answer.headers.get('access-control-allow-origin'), '*')
        assert.equal(answer.headers.get('content-length'), '1')
      }
      const head = await status({ method: 'HEAD' })
      assert.equal(head.status, 200)
      assert.equal(head.text, '')
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await status({ method })
        assert.equal(answer.status, 405)
        assert.equal(answer.headers.get('allow'), 'GET, HEAD, OPTIONS')
      }
    })

    test('A4 the status is 1 while an assigned agent is connected and not away', async () => {
      assert.equal((await status()).text, '0')
      const bob = await testServer.agent(BOB).connects()
      assert.equal((await status()).text, '1')
      await testServer.agent(BOB).call('PUT', '/me/presence', { status: 'away' })
      assert.equal((await status()).text, '0')
      await testServer.agent(BOB).call('PUT', '/me/presence', { status: 'online' })
      assert.equal((await status()).text, '1')
      const [channel] = (await testServer.agent(ANN).call('GET', '/channels')).body['channels'] as unknown as {
        id: number
        agents: number[]
      }[]
      assert.ok(channel)
      const change = (body: object) => testServer.agent(ANN).call('PATCH', `/channels/${channel.id}`, body)
      await change({ agents: [] })
      assert.equal((await status()).text, '0', 'no agent is assigned')
      await change({ agents: channel.agents })
      assert.equal((await status()).text, '1')
      await change({ enabled: false })
      assert.equal((await status()).text, '0', 'paused')
      assert.equal((await testServer.visitor('a2').writes('still accepted')).status, 200)
      await change({ enabled: true })
      bob.close()
      await bob.closed
      while ((await status()).text !== '0') await new Promise((resolve) => setImmediate(resolve))
    })

    test('A2 T26 a wrong channel URL always gets the same answer, in about the same time', async () => {
      const wrong = [
        `${testServer.url}/${RANDOM}/${'Z'.repeat(10)}`,
        `${testServer.url}/${'x'.repeat(32)}/${PUBLIC_ID}`,
        `${testServer.url}/${RANDOM.slice(1)}/${PUBLIC_ID}`,
        `${testServer.url}/${'x'.repeat(32)}/${'Z'.repeat(10)}`,
      ]
      const bodies = new Set<string>()
      const times: number[][] = wrong.map(() => [])
      for (let i = 0; i < 250; i++)
        for (const [k, url] of wrong.entries()) {
          const began = performance.now()
          const answer = await testServer.ask(
            i % 2 ? `${url}/status` : url,
            i % 2 ? {} : { method: 'POST', body: '{}' },
          )
          times[k]?.push(performance.now() - began)
          assert.equal(answer.status, 404)
          bodies.add(answer.text)
        }
      assert.equal(bodies.size, 1)
      assert.equal(JSON.parse([...bodies][0] ?? '').error.code, 'channel_not_found')
      const medians = times.map((list) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0)
      assert.ok(Math.max(...medians) - Math.min(...medians) < 5, `medians ${medians.join(' ')}`)
    })

    test('A2 a removed channel is answered like one that never existed', async () => {
      const ann = testServer.agent(ANN)
      const made = (await ann.call('POST', '/channels', { name: 'Short-lived' })).body as unknown as {
        id: number
        address: string
      }
      const address = made.address.replace(/^https?:\/\/[^/]+/, testServer.url)
      assert.equal((await testServer.ask(`${address}/status`)).status, 200)
      assert.equal((await ann.call('DELETE', `/channels/${made.id}`)).status, 204)
      const gone = await testServer.ask(`${address}/status`)
      const never = await testServer.ask(`${testServer.url}/${RANDOM}/${'Z'.repeat(10)}/status`)
      assert.equal(gone.status, 404)
      assert.equal(gone.text, never.text)
    })
  })

test('A1 after a rotation the old channel URL works for 24 hours', async () => {
  const clock = handClock()
  const testServer = await startTestServer({ clock })
  try {
    const ann = testServer.agent(ANN)
    const [channel] = (await ann.call('GET', '/channels')).body['channels'] as unknown as { id: number }[]
    const rotated = (await ann.call('POST', `/channels/${channel?.id}/rotate`, {})).body as unknown as {
      address: string
    }
    const fresh = rotated.address.replace(/^https?:\/\/[^/]+/, testServer.url)
    assert.notEqual(fresh, testServer.channelUrl)
    const works = async (url: string) => (await testServer.ask(`${url}/status`)).status
    assert.deepEqual([await works(testServer.channelUrl), await works(fresh)], [200, 200])
    await clock.jump(DAY - 1000)
    assert.deepEqual([await works(testServer.channelUrl), await works(fresh)], [200, 200])
    await clock.jump(2000)
    assert.deepEqual([await works(testServer.channelUrl), await works(fresh)], [404, 200])
  } finally {
    await testServer.close()
  }
})
