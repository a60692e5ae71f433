import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, suite, test } from 'node:test'
import { ClientFrame } from '@deskbell/protocol/agent/socket'
import { RATE_LIMITS } from '@deskbell/protocol/limits'
import { COSTS } from '../../src/agent-api/meter.ts'
import { changeSettings } from '../../src/settings/account-settings.ts'
import { handClock, type HandClock } from '../clock.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../test-server.ts'

type Kind = ClientFrame['type']
const ROWS: { [T in Kind]: (chat: number) => Extract<ClientFrame, { type: T }> } = {
  follow: (chat) => ({ type: 'follow', chat, after: 0 }),
  unfollow: (chat) => ({ type: 'unfollow', chat }),
  typing: (chat) => ({ type: 'typing', chat, on: true }),
  read: (chat) => ({ type: 'read', chat, n: 1, received: 1 }),
  look: (chat) => ({ type: 'look', chat }),
  alerted: () => ({ type: 'alerted', alert: '00000000-0000-4000-8000-000000000000', step: 'shown' }),
  signal: () => ({ type: 'signal', call: NOWHERE, to: 'visitor', signal: { kind: 'ready' } }),
  ping: () => ({ type: 'ping' }),
}
const KINDS = Object.keys(ROWS) as Kind[]
/** Tokens of a full bucket in these tests. */
const BURST = 50
/** The number of no chat. */
const NOWHERE = 1_000_000

suite('total limits of the frames of an agent’s sockets', () => {
  let testServer: TestServer
  let clock: HandClock
  before(async () => {
    clock = handClock()
    testServer = await startTestServer({ clock })
    await testServer.visitor('v1').writes('hello')
  })
  after(() => testServer.close())

  async function limit(burst: number): Promise<void> {
    const { rate, burst: whole } = RATE_LIMITS.agentRequestsPerAgent
    const limits = { agentRequestsPerAgent: (burst * rate) / whole }
    await testServer.services.db.transaction((tx) => changeSettings(tx, 1, { limits }))
    await testServer.services.directory.refresh()
  }

  test('T46 every frame of an agent has a row here, and a cost', () => {
    const kinds = ClientFrame.anyOf.map((one) => one.properties.type.const as string).toSorted()
    assert.deepEqual(KINDS.toSorted(), kinds)
    assert.deepEqual(Object.keys(COSTS).toSorted(), kinds)
  })

  test('T46 frames of every kind, and pages of entries over HTTP, count together for an agent', async () => {
    const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
    const chat = (await ann.chats())[0]?.id ?? 0
    const lines = [await ann.connects(), await ann.connects(), await ann.connects()]
    const entries = (agent: typeof ann) => agent.call('GET', `/chats/${chat}/entries`)
    const earlier = () => ann.call('GET', `/chats/${chat}/earlier`)
    for (const kind of KINDS) {
      await limit(BURST)
      const count = BURST / COSTS[kind]
      for (let i = 0; i < count; i++) lines[i % lines.length]!.send(ROWS[kind](chat))
      // Frames of a socket are taken in turn: when this one is refused, all before it were counted.
      for (const line of lines) {
        const from = line.frames.length
        const isRefused = () => line.frames.slice(from).some((one) => one.type === 'refused' && one.chat === NOWHERE)
        line.send(ROWS.follow(NOWHERE))
        while (!isRefused()) await once(line.socket, 'message')
      }
      // The last of them found the bucket empty.
      const refused = lines.at(-1)?.frames.findLast(({ type }) => type === 'refused')
      assert.equal(refused?.type === 'refused' && refused.code, 'rate_limited', kind)
      for (const answer of [await entries(ann), await earlier()]) {
        assert.equal(answer.status, 429, kind)
        assert.ok(Number(answer.headers.get('retry-after')) >= 1)
      }
      assert.equal((await entries(bob)).status, 200)
      await limit(0)
      // The next kind begins with a full bucket: with this request, the server sees that the limit is off.
      assert.equal((await entries(ann)).status, 200)
      // The buckets of the sockets themselves.
      await clock.move(3000)
    }
    for (const line of lines) {
      assert.equal(line.socket.readyState, line.socket.OPEN)
      line.close()
    }
  })
})
