import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { RATE_LIMITS } from '@deskbell/protocol/limits'
import { changeSettings } from '../../src/settings/account-settings.ts'
import { handClock, settle, type HandClock } from '../clock.ts'
import { ANN, BOB, startTestServer, tokenOf, type TestServer } from '../test-server.ts'
import { watchStore } from '../store-watch.ts'

const BURST = 20
const byToken = (token: string) => ({ headers: { authorization: `Bearer ${token}`, accept: 'application/json' } })

suite('very many requests of one agent or token', () => {
  let testServer: TestServer
  let clock: HandClock
  let pulled: { path: string; token: string }
  let other: { path: string; token: string }
  before(async () => {
    clock = handClock()
    testServer = await startTestServer({ clock })
    pulled = await makePulled('One')
    other = await makePulled('Other')
  })
  after(() => testServer.close())

  async function makePulled(name: string) {
    const ann = testServer.agent()
    const made = await ann.call('POST', '/webhooks', { url: null, name })
    const given = await ann.call('POST', `/webhooks/${Number(made.body['id'])}/stream`)
    return { path: '/api/events', token: String(given.body['token']) }
  }
  async function limit(burst: number): Promise<void> {
    const { rate, burst: whole } = RATE_LIMITS.agentRequestsPerAgent
    const limits = { agentRequestsPerAgent: (burst * rate) / whole }
    await testServer.services.db.transaction((tx) => changeSettings(tx, 1, { limits }))
    await testServer.services.directory.refresh()
  }
  const asks = ({ path, token }: { path: string; token: string }) => testServer.ask(path, byToken(token))
  const sides = () => [
    {
      who: { path: '/api/chats', token: tokenOf(ANN) },
      others: { path: '/api/chats', token: tokenOf(BOB) },
      room: 272,
    },
    { who: pulled, others: other, room: 80 },
  ]

  test('T46 every request of an agent, and every reading with a stream’s token, counts', async () => {
    for (const { who, others } of sides()) {
      await limit(BURST)
      for (let i = 0; i < BURST; i++) assert.equal((await asks(who)).status, 200, who.path)
      const refused = await asks(who)
      assert.equal(refused.status, 429, who.path)
      assert.ok(Number(refused.headers.get('retry-after')) >= 1)
      assert.match(refused.headers.get('ratelimit') ?? '', /^"agentRequestsPerAgent";r=0/)
      assert.equal((await asks(others)).status, 200)
      await clock.move(Number(refused.headers.get('retry-after')) * 1000)
      assert.equal((await asks(who)).status, 200)
      await limit(0)
    }
  })

  test('T46 at most 16 requests of an agent run at a time; others wait in turn, for a limited time', async () => {
    for (const { who, others, room } of sides()) {
      await asks(who)
      await asks(others)
      const store = watchStore(testServer)
      const release = store.hold()
      const answers: number[] = []
      const all = Array.from({ length: room + 10 }, async () => {
        const answer = await asks(who)
        answers.push(answer.status)
        if (answer.status === 429) assert.ok(Number(answer.headers.get('retry-after')) >= 1)
      })
      while (answers.length < 10) await settle(10)
      assert.deepEqual([...new Set(answers)], [429], who.path)
      assert.equal(store.asked.length, 16, who.path)
      const asked = asks(others)
      while (store.asked.length < 17) await settle(10)
      await clock.move(3000)
      while (answers.length < room - 6) await settle(10)
      release()
      await Promise.all(all)
      assert.equal((await asked).status, 200)
      assert.equal(answers.filter((status) => status === 200).length, 16)
      store.end()
      // All places are free again.
      const after = await Promise.all(Array.from({ length: 40 }, () => asks(who)))
      assert.deepEqual([...new Set(after.map(({ status }) => status))], [200])
    }
  })

  test('T46 a client that disconnects while it waits frees its place', async () => {
    const who = { path: '/api/chats', token: tokenOf(ANN) }
    await asks(who)
    const store = watchStore(testServer)
    const release = store.hold()
    const leaving = new AbortController()
    const gone = Array.from({ length: 40 }, () =>
      fetch(testServer.url + who.path, { ...byToken(who.token), signal: leaving.signal }).catch(() => 'gone'),
    )
    while (store.asked.length < 16) await settle(10)
    leaving.abort()
    assert.deepEqual([...new Set(await Promise.all(gone))], ['gone'])
    release()
    const after = await Promise.all(Array.from({ length: 40 }, () => asks(who)))
    assert.deepEqual([...new Set(after.map(({ status }) => status))], [200])
    store.end()
  })
})
