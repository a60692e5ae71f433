import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Overflow, RoutingPolicy } from '@deskbell/protocol/agent/routing'
import type { ReplayOutcome, ReplayResult, RoutingReplay } from '@deskbell/protocol/agent/routing-replay'
import { statement } from '../../src/db/statement.ts'
import { startBotServer, type BotServerOptions } from '../bots/server.ts'
import { WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB } from '../test-server.ts'

type Ends = { after: (fn: () => Promise<void>) => void }
const MINUTE = 60_000

/** Presence is known for an hour. */
const writePresence = statement(
  'test_replay_known',
  'insert into presence_change (account_id, agent_id, at, online) values (1, 1, $1, false)',
)
const writeWaits = statement(
  'test_replay_waits',
  `insert into chat_wait (account_id, chat_id, channel_id, visitor_number, began_at, ended_at, agent_id, held_until)
   select 1, c, h, 1, $1::timestamptz + n * interval '1 second', $1::timestamptz + interval '20 min',
     case when a > 0 then a end, case when a > 0 then $1::timestamptz + interval '30 min' end
   from unnest($2::int[], $3::int[], $4::int[]) with ordinality as t(c, h, a, n)`,
)
const waitsStatement = statement(
  'test_replay_recorded',
  `select chat_id as chat, department_id as team, first_department_id as first, overflowed, agent_id is not null as answered
   from chat_wait order by began_at`,
)

const policy = (overflow: Overflow | null): RoutingPolicy => ({
  ...({ distribution: 'least-busy', lastAgentFirst: false, acceptWithin: null } as const),
  overflow,
})
const figures = ({ answered, missed, overflowed: { department, bot, form } }: ReplayOutcome) => ({
  ...{ answered, missed, department, bot, form },
})
const NONE = { answered: 0, missed: 0, department: 0, bot: 0, form: 0 }

for (const kind of testKinds())
  suite(`replay of chats that overflow, ${kind}`, () => {
    /** Bob is in Sales, Ann in Support. */
    async function start(t: Ends, options: Partial<BotServerOptions> = {}) {
      const clock = handClock()
      const departments = [
        { name: 'Sales', agents: [BOB] },
        { name: 'Support', agents: [ANN] },
      ]
      const server = await startBotServer({ kind, clock, departments, ...options })
      t.after(() => server.close())
      const ann = server.agent(ANN)
      const { db } = server.server.services
      await db.query(writePresence, [new Date(clock.now() - 60 * MINUTE)])
      await server.sets({ answersFirst: false })
      const { departments: found } = (await ann.call('GET', '/departments')).body as unknown as {
        departments: { id: number; name: string }[]
      }
      const idOf = (name: string) => found.find((one) => one.name === name)?.id ?? 0
      const becomes = (holds: () => Promise<boolean>) =>
        soon(async () => {
          await clock.move(1000)
          return holds()
        }, 20_000)
      const set = async (change: object): Promise<void> => {
        const answer = await ann.call('PATCH', '/routing', change)
        assert.equal(answer.status, 200, answer.text)
      }
      async function replay(change: object): Promise<ReplayResult> {
        const started = await ann.call('POST', '/routing/replays', change)
        assert.equal(started.status, 202, started.text)
        const read = async () =>
          (await ann.call('GET', `/routing/replays/${started.body['replay']}`)).body as unknown as RoutingReplay
        await becomes(async () => (await read()).state === 'done')
        const { result } = await read()
        assert.ok(result)
        return result
      }
      const recorded = () => db.query<object>(waitsStatement, [])
      const has = async (chat: number, type: string) => (await ann.entries(chat)).some((one) => one.type === type)
      return {
        ...server,
        ann,
        db,
        clock,
        becomes,
        set,
        replay,
        recorded,
        has,
        sales: idOf('Sales'),
        support: idOf('Support'),
      }
    }

    test('S9 a chat that went to another department is replayed from the one for which it began to wait', async (t) => {
      const { ann, clock, set, replay, recorded, has, becomes, opensChat, sales, support } = await start(t)
      const toSupport = { department: sales, policy: policy({ after: 600, to: { department: support } }) }
      await set({ departments: [toSupport] })
      const chat = await opensChat('vera')
      assert.equal((await ann.call('POST', `/chats/${chat}/hand-over`, { department: sales })).status, 200)
      await becomes(() => has(chat, 'chat.overflowed'))
      await clock.move(MINUTE)
      const socket = await ann.connects()
      await becomes(async () => (await ann.call('GET', '/agents')).text.includes('"online"'))
      await ann.accepts(chat)
      await clock.move(MINUTE)
      assert.deepEqual(await recorded(), [
        { chat, team: support, first: sales, overflowed: ['department'], answered: true },
      ])
      const { chats, real, current, changed } = await replay({
        departments: [{ department: sales, policy: policy(null) }],
      })
      assert.equal(chats, 1)
      // Bob was never there: with the changed policy no agent gets it.
      assert.deepEqual([real, current, changed].map(figures), [
        { ...NONE, answered: 1, department: 1 },
        { ...NONE, answered: 1, department: 1 },
        { ...NONE, missed: 1 },
      ])
      assert.ok((current.longest ?? 0) >= MINUTE, 'it waits until Ann is online')
      socket.close()
    })

    test('S9 a chat that its bot had is one wait until an agent joins', async (t) => {
      const { ann, clock, set, replay, recorded, has, becomes, opensChat, says, invites, shown } = await start(t)
      await set({ policy: policy({ after: 600, to: 'bot' }) })
      const chat = await opensChat('vera')
      await becomes(() => has(chat, 'bot.joined'))
      assert.equal((await says(chat, 'hello')).status, 200)
      await becomes(async () => shown('vera').includes('hello'))
      await clock.move(5 * MINUTE)
      const socket = await ann.connects()
      await becomes(async () => (await ann.call('GET', '/agents')).text.includes('"online"'))
      assert.equal((await invites(chat)).status, 200)
      await becomes(() => has(chat, 'agent.joined'))
      await clock.move(MINUTE)
      assert.deepEqual(await recorded(), [{ chat, team: null, first: null, overflowed: ['bot'], answered: true }])
      const { chats, real, current, changed } = await replay({ policy: policy(null) })
      assert.equal(chats, 1)
      assert.deepEqual([real, current, changed].map(figures), [
        { ...NONE, bot: 1 },
        { ...NONE, bot: 1 },
        { ...NONE, answered: 1 },
      ])
      assert.deepEqual([real.agents, current.agents, changed.agents.length], [[], [], 1])
      assert.ok((changed.longest ?? 0) >= 5 * MINUTE, 'without the bot it waits until Ann is online')
      socket.close()
    })

    test('S9 the bot and the form are those of the channels of today', async (t) => {
      const { ann, db, clock, sets, replay } = await start(t, { channels: [WIDGET] })
      const { channels } = (await ann.call('GET', '/channels')).body as unknown as {
        channels: { id: number; kind: string }[]
      }
      const idOf = (wanted: string) => channels.find((one) => one.kind === wanted)?.id ?? 0
      const [api, widget] = [idOf('api'), idOf('widget')]
      // The first chat waited twice, the second time after an agent had it. Nobody was online.
      const rows = [
        [1, api, 1],
        [2, api, 0],
        [1, api, 0],
        [3, widget, 0],
        [4, widget, 0],
      ]
      const columns = [0, 1, 2].map((column) => rows.map((row) => row[column]))
      await db.query(writeWaits, [new Date(clock.now() - 50 * MINUTE), ...columns])
      const to = async (target: Overflow['to']) => {
        const { real, current, changed } = await replay({ policy: policy({ after: 600, to: target }) })
        assert.deepEqual(figures(real), { ...NONE, answered: 1, missed: 4 })
        assert.deepEqual(figures(current), { ...NONE, missed: 5 })
        return figures(changed)
      }
      assert.deepEqual(await to('bot'), { ...NONE, missed: 3, bot: 2 })
      assert.deepEqual(await to('form'), { ...NONE, missed: 3, form: 2 })
      await sets({ answersFirst: true })
      assert.deepEqual(await to('bot'), { ...NONE, missed: 5 })
      await sets({ answersFirst: false, enabled: false })
      assert.deepEqual(await to('bot'), { ...NONE, missed: 5 })
      const off = await ann.call('PATCH', `/channels/${widget}`, { widget: { offlineForm: false } })
      assert.equal(off.status, 200, off.text)
      assert.deepEqual(await to('form'), { ...NONE, missed: 5 })
    })
  })
