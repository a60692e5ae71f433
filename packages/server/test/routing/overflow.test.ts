import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import type { Entry } from '@deskbell/protocol/agent/entry'
import type { Agent } from '@deskbell/protocol/agent/people'
import type { Overflow, RoutingPolicy, RoutingTurn } from '@deskbell/protocol/agent/routing'
import { decideOverflow, ROUTING_VERSION, type Turn } from '@deskbell/rules'
import { turnMade } from '../../src/routing/effect.ts'
import { startBotServer, type BotServerOptions } from '../bots/server.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB } from '../test-server.ts'

type Overflowed = Extract<Entry, { type: 'chat.overflowed' }>
type Ends = { after: (fn: () => Promise<void>) => void }

const policy = (overflow: Overflow | null, more: Partial<RoutingPolicy> = {}): RoutingPolicy => ({
  distribution: 'everybody',
  lastAgentFirst: false,
  acceptWithin: 30,
  overflow,
  ...more,
})
const LEAST = { distribution: 'least-busy' } as const
/** The clock of the tests begins on a Monday at 14:13:20 UTC. */
const BEGINS = Date.parse('2026-09-21T14:16:00Z')
const ENDS = Date.parse('2026-09-21T14:20:00Z')
const HOURS = { timeZone: 'UTC', days: { mon: [['14:16', '14:20']] } }

for (const kind of testKinds())
  suite(`chats that overflow, ${kind}`, () => {
    /** Bob is in Sales, Ann in Support. The bot does not answer first, and both are not online. */
    async function start(t: Ends, options: Partial<BotServerOptions> = {}) {
      const clock = handClock()
      const departments = [
        { name: 'Sales', agents: [BOB] },
        { name: 'Support', agents: [ANN] },
      ]
      const server = await startBotServer({ kind, clock, departments, ...options })
      t.after(() => server.close())
      const [ann, bob] = [server.agent(ANN), server.agent(BOB)]
      const found = (await ann.call('GET', '/departments')).body['departments'] as unknown as {
        id: number
        name: string
      }[]
      const idOf = (name: string) => found.find((one) => one.name === name)?.id ?? 0
      const [sales, support] = [idOf('Sales'), idOf('Support')]
      await server.sets({ answersFirst: false })
      const set = async (change: object): Promise<void> => {
        const answer = await ann.call('PATCH', '/routing', change)
        assert.equal(answer.status, 200, answer.text)
      }
      /** Moves the clock, second by second, until the condition holds. */
      const becomes = (holds: () => Promise<boolean>) =>
        soon(async () => {
          await clock.move(1000)
          return holds()
        }, 20_000)
      const overflows = async (chat: number): Promise<Overflowed[]> =>
        (await ann.entries(chat)).flatMap((entry) => (entry.type === 'chat.overflowed' ? [entry] : []))
      /** Waits for the overflow of a chat, and checks that it follows from what is stored with it. */
      async function overflowed(chat: number, times = 1): Promise<Overflowed> {
        await becomes(async () => (await overflows(chat)).length >= times)
        const entry = (await overflows(chat)).at(-1)
        assert.ok(entry)
        const answer = await ann.call('GET', `/routing/turns/${entry.turn}`)
        assert.equal(answer.status, 200, answer.text)
        const turn = answer.body as unknown as RoutingTurn
        const policies = turn.input.policies.map(({ overflow, acceptWithin, ...rest }) => ({
          ...rest,
          acceptWithin: acceptWithin && acceptWithin * 1000,
          ...(overflow && { overflow: { ...overflow, after: overflow.after * 1000 } }),
        }))
        assert.deepEqual(decideOverflow({ ...turn.input, policies } as Turn), turn.overflowed)
        assert.equal(turn.version, ROUTING_VERSION)
        const one = turn.overflowed.find((each) => each.chat === chat)
        assert.deepEqual([one?.why, one?.waited], [entry.why, entry.waited])
        return entry
      }
      const passes = async (seconds: number): Promise<void> => {
        for (let i = 0; i < seconds; i++) {
          await clock.move(1000)
          await server.settled()
        }
      }
      /** Waits, without a move of the clock, until all see that an agent is online. */
      const isThere = (name: string) =>
        soon(async () => {
          const agents = (await ann.call('GET', '/agents')).body['agents'] as unknown as Agent[]
          return agents.some((one) => one.name === name && one.presence === 'online')
        })
      const toDepartment = async (chat: number, department: number): Promise<void> => {
        const answer = await ann.call('POST', `/chats/${chat}/hand-over`, { department })
        assert.equal(answer.status, 200, answer.text)
      }
      return {
        ...server,
        clock,
        ann,
        bob,
        sales,
        support,
        set,
        becomes,
        overflowed,
        overflows,
        passes,
        isThere,
        toDepartment,
      }
    }

    test('S8 a chat of a department without an agent goes at once to an agent of another one, and says why', async (t) => {
      const { ann, sales, support, set, opensChat, toDepartment, overflowed, becomes } = await start(t)
      const socket = await ann.connects()
      await set({
        departments: [
          { department: sales, policy: policy({ after: 600, to: { department: support } }) },
          { department: support, policy: policy(null, LEAST) },
        ],
      })
      const chat = await opensChat('vera')
      await toDepartment(chat, sales)
      const entry = await overflowed(chat)
      assert.deepEqual(
        [entry.why, entry.before?.name, entry.to, entry.department?.name],
        ['nobody', 'Sales', 'department', 'Support'],
      )
      const moved = (await ann.entries(chat)).find(({ type }) => type === 'department.changed')
      // Long before its time is over; on a busy machine the clock of the test runs ahead of the router.
      assert.ok(entry.at - (moved?.at ?? 0) < 60_000, `after ${entry.at - (moved?.at ?? 0)} ms`)
      await becomes(async () => (await ann.chat(chat)).offer !== undefined)
      const { owner, department, waitingSince } = await ann.chat(chat)
      assert.deepEqual([owner, department?.name], ['queue', 'Support'])
      assert.ok((waitingSince ?? 0) < entry.at, 'it keeps its place in the queue')
      socket.close()
    })

    test('S8 agents who reconnect are not gone, and a chat that none of them accepts in time goes on', async (t) => {
      const { ann, bob, sales, support, set, opensChat, overflowed, overflows, passes, ...rest } = await start(t)
      const { isThere, toDepartment } = rest
      let bobs = await bob.connects()
      await isThere('Bob')
      await set({
        departments: [{ department: sales, policy: policy({ after: 60, to: { department: support } }, LEAST) }],
      })
      const chat = await opensChat('vera')
      await toDepartment(chat, sales)
      await passes(8)
      bobs.close()
      await passes(3)
      bobs = await bob.connects()
      await isThere('Bob')
      await passes(20)
      assert.deepEqual(await overflows(chat), [])
      const entry = await overflowed(chat)
      assert.deepEqual([entry.why, entry.department?.name], ['unanswered', 'Support'])
      assert.ok(entry.waited >= 60_000 && entry.waited < 100_000, `after ${entry.waited} ms`)
      // An offer that runs is waited for.
      assert.equal((await ann.chat(chat)).offer, undefined)
      bobs.close()
    })

    for (const [of, path] of [
      ['a department', 'departments'],
      ['the only agent of a department', 'agents'],
    ] as const)
      test(`S8 outside the hours of ${of} its chats go on at once, within them they do not, though its agent is online`, async (t) => {
        const { ann, bob, clock, sales, support, set, opensChat, overflowed, overflows, passes, ...rest } =
          await start(t)
        const { becomes, toDepartment } = rest
        const bobs = await bob.connects()
        const me = Number((await bob.call('GET', '/me')).body['id'])
        const closes = await ann.call('PUT', `/${path}/${of === 'a department' ? sales : me}/hours`, { hours: HOURS })
        assert.equal(closes.status, 200, closes.text)
        await set({
          departments: [{ department: sales, policy: policy({ after: 600, to: { department: support } }, LEAST) }],
        })
        const before = await opensChat('vera')
        await toDepartment(before, sales)
        const early = await overflowed(before)
        assert.deepEqual([early.why, early.before?.name, early.department?.name], ['nobody', 'Sales', 'Support'])
        assert.ok(early.at < BEGINS, new Date(early.at).toISOString())
        // The stored turn says why nobody was there.
        const { input } = (await ann.call('GET', `/routing/turns/${early.turn}`)).body as unknown as RoutingTurn
        assert.ok(
          input.agents.some(({ id }) => id === me),
          'Bob is online',
        )
        const closed = input.agents.filter((one) => one.closed).map(({ id }) => id)
        assert.deepEqual([input.closedTeams, closed], of === 'a department' ? [[sales], []] : [undefined, [me]])

        await becomes(async () => clock.now() >= BEGINS)
        const within = await opensChat('otto')
        await toDepartment(within, sales)
        await becomes(async () => (await ann.chat(within)).offer?.to.id === me)
        await passes(10)
        assert.deepEqual(await overflows(within), [])

        // Bob does not answer, so that it waits when the hours end.
        await becomes(async () => clock.now() >= ENDS - 5000)
        assert.deepEqual(await overflows(within), [])
        const late = await overflowed(within)
        assert.equal(late.why, 'nobody')
        assert.ok(late.at >= ENDS, new Date(late.at).toISOString())
        bobs.close()
      })

    test('S8 two departments that pass chats to each other do not pass one in circles', async (t) => {
      const { ann, sales, support, set, opensChat, overflowed, overflows, passes, toDepartment } = await start(t)
      await set({
        departments: [
          { department: sales, policy: policy({ after: 10, to: { department: support } }) },
          { department: support, policy: policy({ after: 10, to: { department: sales } }) },
        ],
      })
      const chat = await opensChat('vera')
      await toDepartment(chat, sales)
      await overflowed(chat)
      await passes(40)
      assert.equal((await overflows(chat)).length, 1)
      assert.equal((await ann.chat(chat)).department?.name, 'Support')
      // Given to a department anew, it may go on anew.
      await toDepartment(chat, sales)
      await overflowed(chat, 2)
    })

    test('S8 a bot gets what the visitor wrote, once, and is skipped where it does not answer', async (t) => {
      const { ann, sets, set, opensChat, visitor, eventsOf, becomes, overflowed, overflows, passes, says, shown } =
        await start(t)
      await sets({ enabled: false })
      await set({ policy: policy({ after: 10, to: 'bot' }) })
      const chat = await opensChat('vera', 'where is my parcel')
      await visitor('vera').writes('the red one')
      await passes(20)
      assert.deepEqual(await overflows(chat), [], 'the channel has no bot that answers')
      await sets({ enabled: true, silenceLimit: 100 })
      assert.equal((await overflowed(chat)).to, 'bot')
      await becomes(async () => eventsOf(chat).length === 2)
      assert.deepEqual(
        eventsOf(chat).map(({ event, message }) => [event, message?.text]),
        [
          ['CLIENT_MESSAGE', 'where is my parcel'],
          ['CLIENT_MESSAGE', 'the red one'],
        ],
      )
      assert.equal((await ann.chat(chat)).owner, 'bot')
      assert.equal((await says(chat, 'On its way.')).status, 200)
      await becomes(async () => shown('vera').includes('On its way.'))
      // It is silent after the next message: agents have the chat, and it does not come back to the bot.
      await visitor('vera').writes('when?')
      await becomes(async () => (await ann.chat(chat)).owner === 'queue')
      await passes(30)
      assert.equal((await overflows(chat)).length, 1)
    })

    test('S8 a page shows the form until the visitor has written or an agent comes, and the router waits for that', async (t) => {
      const { ann, set, server, overflowed, overflows, passes, becomes, opensChat } = await start(t, {
        channels: [WIDGET],
      })
      await set({ policy: policy({ after: 10, to: 'form' }, LEAST) })
      const page = await openPage(server, { visitor: 'vera' })
      await page.writes('hello')
      const chat = (await ann.chats())[0]?.id ?? 0
      assert.equal((await overflowed(chat)).to, 'form')
      await page.until(() => page.frames.find((frame) => frame.t === 'online' && frame.form), 'the form')
      const other = await openPage(server, { visitor: 'vera', visit: 'visit-0002' })
      assert.equal(other.ready.form, true)
      const stranger = await openPage(server, { visitor: 'otto', visit: 'visit-0003' })
      assert.equal(stranger.ready.form, undefined)
      const socket = await ann.connects()
      await passes(20)
      assert.equal((await ann.chat(chat)).offer, undefined, 'the router waits for the visitor')
      assert.equal((await ann.chat(chat)).owner, 'queue')
      const left = { t: 'offline', id: nextId(), contact: { email: 'vera@shop.test' }, message: 'call me' } as const
      assert.equal((await page.ask(left)).t, 'done')
      await becomes(async () => (await ann.chat(chat)).offer !== undefined)
      assert.equal((await ann.chat(chat)).visitor.email, 'vera@shop.test')
      const again = await openPage(server, { visitor: 'vera', visit: 'visit-0004' })
      assert.equal(again.ready.form, undefined)
      socket.close()
      await passes(40)
      assert.equal((await overflows(chat)).length, 1, 'the visitor is asked once')
      // The chat of a channel without a form waits.
      const plain = await opensChat('mia')
      await passes(30)
      assert.deepEqual(await overflows(plain), [])
      for (const one of [page, other, stranger, again]) await one.close()
    })

    test('S8 what a process decided after it lost its lease is not written', async (t) => {
      const { server, opensChat, overflows } = await start(t)
      const chat = await opensChat('vera')
      const turn = { now: 1, policies: [], pools: [], agents: [], chats: [] }
      const lost = { account: 1, holder: randomUUID(), id: randomUUID(), input: turn, routed: [], overflowed: [] }
      const department = { id: 1, name: 'Sales' }
      const goes = { type: 'routing.overflow', to: 'department', why: 'nobody', waited: 1 } as const
      const command = { ...goes, department, turn: lost.id, epoch: 1 }
      const { commit } = server.services
      const decided = { account: 1, target: { chat }, command, attached: [turnMade.with(lost)] }
      await assert.rejects(commit(decided))
      assert.deepEqual(await overflows(chat), [])
    })

    test('S8 an overflow that cannot be is refused with its field, and a removed department disappears', async (t) => {
      const { ann, sales, support, set } = await start(t)
      const to = (department: number) => policy({ after: 60, to: { department } })
      const refused: [object, string][] = [
        [{ policy: to(99) }, '/policy/overflow/to/department'],
        [{ policy: policy({ after: 9, to: 'bot' }) }, '/policy/overflow/after'],
        [{ policy: policy({ after: 86_401, to: 'bot' }) }, '/policy/overflow/after'],
        [{ policy: { ...policy(null), overflow: { after: 60, to: 'fax' } } }, '/policy/overflow/to'],
        [{ policy: { ...policy(null), overflow: { to: 'bot' } } }, '/policy/overflow/after'],
        [{ channels: [{ channel: 1, policy: to(99) }] }, '/channels/0/policy/overflow/to/department'],
        [{ departments: [{ department: sales, policy: to(sales) }] }, '/departments/0/policy/overflow/to/department'],
      ]
      await set({ policy: policy({ after: 60, to: 'form' }) })
      const before = (await ann.call('GET', '/routing')).text
      for (const [body, field] of refused) {
        const answer = await ann.call('PATCH', '/routing', body)
        assert.deepEqual([answer.status, answer.body['error']?.['field']], [400, field], JSON.stringify(body))
      }
      assert.equal((await ann.call('GET', '/routing')).text, before)
      await set({ policy: to(support), departments: [{ department: sales, policy: to(support) }] })
      assert.ok((await ann.call('DELETE', `/departments/${support}`)).status < 300)
      const { policy: now, departments } = (await ann.call('GET', '/routing')).body as unknown as {
        policy: RoutingPolicy
        departments: { policy: RoutingPolicy }[]
      }
      assert.deepEqual([now.overflow, departments.map((one) => one.policy.overflow)], [null, [null]])
      // What is changed afterwards does not name it again.
      await set({ policy: { ...now, lastAgentFirst: true } })
    })
  })
