import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ReplayResult, RoutingReplay } from '@deskbell/protocol/agent/routing-replay'
import { statement } from '../../src/db/statement.ts'
import { startServer } from '../agent-api/servers.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB } from '../test-server.ts'

/** What an agent needs for something (ms). */
const TIME = 10_000
const LEAST = { distribution: 'least-busy', lastAgentFirst: false, acceptWithin: null } as const

const writePresence = statement(
  'test_presence_write',
  'insert into presence_change (account_id, agent_id, at, online) select 1, a, $2, true from unnest($1::int[]) a',
)
const lastPresence = statement(
  'test_presence_last',
  'select distinct on (agent_id) agent_id as agent, online from presence_change order by agent_id, at desc',
)
const ofDeadProcessStatement = statement(
  'test_dead_replay',
  'update routing_replay set id = $1::uuid, stepped_at = $2, result = null',
)

for (const kind of testKinds())
  suite(`replay of the routing, ${kind}`, () => {
    async function start(t: { after: (fn: () => Promise<void>) => void }) {
      const clock = handClock()
      const server = await startServer({ kind, clock, departments: [{ name: 'Sales', agents: [BOB] }] })
      t.after(() => server.close())
      const [ann, bob] = [server.agent(ANN), server.agent(BOB)]
      const becomes = (holds: () => Promise<boolean>) =>
        soon(async () => {
          await clock.move(1000)
          return holds()
        }, 20_000)
      const numberOf = async (agent: typeof ann) => Number((await agent.call('GET', '/me')).body['id'])
      const ids = { ann: await numberOf(ann), bob: await numberOf(bob) }
      const read = async (id: string) =>
        (await ann.call('GET', `/routing/replays/${id}`)).body as unknown as RoutingReplay
      async function replay(change: object): Promise<ReplayResult> {
        const started = await ann.call('POST', '/routing/replays', change)
        assert.equal(started.status, 202, started.text)
        const id = String(started.body['replay'])
        await becomes(async () => (await read(id)).state === 'done')
        const { result, progress } = await read(id)
        assert.equal(progress, 1)
        assert.ok(result)
        return result
      }
      /** Writes as a visitor; returns the chat. */
      async function writes(visitor: string): Promise<number> {
        await server.visitor(visitor).writes('hello')
        const chat = (await ann.chats('?limit=100')).find((one) => one.visitor.id === visitor)
        assert.ok(chat)
        return chat.id
      }
      return { clock, server, ann, bob, ids, becomes, replay, read, writes }
    }

    test('S9 an owner sees how long chats waited, who had them, and what other settings would have done', async (t) => {
      const { clock, server, ann, bob, ids, becomes, replay, writes } = await start(t)
      await ann.connects()
      await bob.connects()
      await becomes(async () => (await ann.call('GET', '/agents')).text.split('"online"').length === 3)
      await clock.move(2000)
      await server.settled()
      // Ann takes both chats after some time, and has each for longer; the third visitor leaves without an answer.
      const [first, second] = [await writes('vera'), await writes('otto')]
      await clock.move(2 * TIME)
      await ann.accepts(first)
      await ann.accepts(second)
      await clock.move(4 * TIME)
      for (const chat of [first, second]) assert.equal((await ann.call('POST', `/chats/${chat}/close`)).status, 200)
      const third = await writes('mia')
      await clock.move(TIME)
      assert.equal((await ann.call('POST', `/chats/${third}/close`)).status, 200)
      await clock.move(TIME)

      const { chats, real, current, changed } = await replay({ policy: LEAST, capacity: { total: 1, kinds: {} } })
      assert.equal(chats, 3)
      const near = (value: number | null, wanted: number) =>
        assert.ok(value !== null && Math.abs(value - wanted) < 5000, `${value} is not near ${wanted}`)
      assert.deepEqual([real.answered, real.missed, real.agents.length], [2, 1, 1])
      near(real.median, 2 * TIME)
      assert.deepEqual([real.agents[0]?.agent, real.agents[0]?.chats], [ids.ann, 2])
      near(real.agents[0]?.busy ?? null, 8 * TIME)
      // At once, one for each.
      assert.deepEqual([changed.answered, changed.missed, changed.longest], [3, 0, 0])
      assert.deepEqual(
        changed.agents.map(({ agent }) => agent),
        [ids.ann, ids.bob],
      )
      assert.deepEqual([current.answered, current.missed], [3, 0])
      // Nothing was changed.
      const { body } = await ann.call('GET', '/routing')
      assert.equal((body as unknown as { policy: { distribution: string } }).policy.distribution, 'everybody')
    })

    test('S9 chats of a department go to its agents, and those of agents who were away wait', async (t) => {
      const { clock, server, ann, bob, ids, becomes, replay, writes } = await start(t)
      await ann.connects()
      await becomes(async () => (await ann.call('GET', '/agents')).text.includes('"online"'))
      const { departments } = (await ann.call('GET', '/departments')).body as unknown as {
        departments: { id: number }[]
      }
      const chat = await writes('vera')
      await ann.accepts(chat)
      await clock.move(TIME)
      const given = await ann.call('POST', `/chats/${chat}/hand-over`, { department: departments[0]?.id })
      assert.equal(given.status, 200, given.text)
      await clock.move(3 * TIME)
      await bob.connects()
      await becomes(async () => (await ann.call('GET', '/agents')).text.split('"online"').length === 3)
      await clock.move(TIME)
      await bob.accepts(chat)
      await clock.move(TIME)
      await server.settled()
      const { chats, changed } = await replay({ policy: LEAST })
      assert.equal(chats, 2)
      assert.deepEqual(
        changed.agents.map(({ agent, chats: count }) => [agent, count]),
        [
          [ids.ann, 1],
          [ids.bob, 1],
        ],
      )
      assert.ok(changed.longest !== null && changed.longest >= 3 * TIME && changed.longest < 5 * TIME)
    })

    test('S9 a later replay replaces an earlier one, one that stopped has failed, and bad settings start none', async (t) => {
      const { clock, server, ann, bob, read, replay } = await start(t)
      const wrong = await ann.call('POST', '/routing/replays', { departments: [{ department: 99, policy: LEAST }] })
      assert.equal(wrong.status, 400, wrong.text)
      assert.match(wrong.text, /departments\/0\/department/)
      assert.equal((await bob.call('POST', '/routing/replays', {})).status, 403)
      const first = String((await ann.call('POST', '/routing/replays', {})).body['replay'])
      await replay({ policy: LEAST })
      assert.equal((await ann.call('GET', `/routing/replays/${first}`)).status, 404)
      const ofDeadProcess = '6f0d1c9e-3b0a-4c1d-9a55-0d8f0f5b7a11'
      await server.services.db.query(ofDeadProcessStatement, [ofDeadProcess, new Date(clock.now())])
      assert.equal((await read(ofDeadProcess)).state, 'running')
      await clock.move(20_000)
      assert.equal((await read(ofDeadProcess)).state, 'failed')
    })

    test('S9 an agent who was online when the last process was killed is written as gone a minute after the start', async (t) => {
      const { clock, server, ann, ids, becomes } = await start(t)
      await server.services.db.query(writePresence, [[ids.ann, ids.bob], new Date(clock.now() - 3600_000)])
      await ann.connects()
      const online = async () => {
        await clock.move(1000)
        await server.settled()
        return server.services.db.query<{ agent: number; online: boolean }>(lastPresence, [])
      }
      assert.deepEqual(
        (await online()).map((one) => one.online),
        [true, true],
      )
      await clock.move(60_000)
      await becomes(async () => (await online()).some((one) => !one.online))
      assert.deepEqual(await online(), [
        { agent: ids.ann, online: true },
        { agent: ids.bob, online: false },
      ])
    })
  })
