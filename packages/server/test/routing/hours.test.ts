import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { HoursOfAll } from '@deskbell/protocol/agent/hours'
import type { LiveView } from '@deskbell/protocol/agent/live'
import type { RoutingTurn } from '@deskbell/protocol/agent/routing'
import { decideTurn, type Turn } from '@deskbell/rules'
import { addAgent, startServer } from '../agent-api/servers.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB } from '../test-server.ts'

/** The clock of the tests begins on a Monday at 14:13:20 UTC. */
const BEGINS = Date.parse('2026-09-21T14:14:00Z')
const ENDS = Date.parse('2026-09-21T14:15:00Z')
const SOON = { timeZone: 'UTC', days: { mon: [['14:14', '14:15']] } }
const GIVEN = { distribution: 'least-busy', lastAgentFirst: false, acceptWithin: null } as const

for (const kind of testKinds())
  suite(`working hours, ${kind}`, () => {
    async function start(t: { after: (fn: () => Promise<void>) => void }, change: object = { policy: GIVEN }) {
      const clock = handClock()
      const server = await startServer({ kind, clock, departments: [{ name: 'Sales', agents: [BOB] }] })
      t.after(() => server.close())
      const [ann, bob] = [server.agent(ANN), server.agent(BOB)]
      const ids = { ann: 1, bob: 2, sales: 1 }
      const put = async (path: string, body: object) => {
        const answer = await ann.call('PUT', path, body)
        assert.equal(answer.status, 200, answer.text)
      }
      assert.equal((await ann.call('PATCH', '/routing', change)).status, 200)
      /** Moves the clock, second by second, until the condition holds. */
      const becomes = (holds: () => Promise<boolean>) =>
        soon(async () => {
          await clock.move(1000)
          return holds()
        }, 30_000)
      const reaches = (time: number) => becomes(async () => clock.now() >= time)
      const writes = async (id: string): Promise<number> => {
        await server.visitor(id).writes('hello')
        const found = (await ann.chats('?limit=100')).find(({ visitor }) => visitor.id === id)
        assert.ok(found)
        return found.id
      }
      const holderOf = async (chat: number) => (await ann.chat(chat)).agent?.id
      const live = async () => (await ann.call('GET', '/live')).body as unknown as LiveView
      const isOnline = async (n: number) =>
        (await live()).agents.filter(({ presence }) => presence === 'online').length === n
      return { clock, server, ann, bob, ids, put, becomes, reaches, writes, holderOf, live, isOnline }
    }

    test('S7 an agent gets no chat before their hours begin, one at that minute, and keeps it when they end', async (t) => {
      const { ann, bob, ids, put, becomes, reaches, writes, holderOf, live, isOnline, clock } = await start(t, {
        policy: GIVEN,
        capacity: { total: 1, kinds: {} },
      })
      const sockets = [await ann.connects(), await bob.connects()]
      await becomes(() => isOnline(2))
      await put(`/agents/${ids.bob}/hours`, { hours: SOON })
      const [first, second] = [await writes('vera'), await writes('otto')]
      await becomes(async () => (await holderOf(first)) === ids.ann)
      const [, closed] = (await live()).agents
      assert.deepEqual([closed?.name, closed?.hours], ['Bob', { open: false, until: BEGINS }])
      await reaches(BEGINS - 5000)
      assert.equal(await holderOf(second), undefined)

      // The stored turn says that Bob was outside his hours, and decides again as it did.
      const routed = (await ann.entries(first)).find(({ type }) => type === 'chat.routed')
      assert.ok(routed?.type === 'chat.routed')
      const turn = (await ann.call('GET', `/routing/turns/${routed.turn}`)).body as unknown as RoutingTurn
      assert.deepEqual(
        turn.input.agents.map((one) => [one.id, one.closed]),
        [
          [ids.ann, undefined],
          [ids.bob, true],
        ],
      )
      assert.deepEqual(decideTurn(turn.input as unknown as Turn), turn.routed)

      await becomes(async () => (await holderOf(second)) === ids.bob)
      assert.ok(clock.now() >= BEGINS && clock.now() < ENDS, new Date(clock.now()).toISOString())
      assert.deepEqual((await live()).agents[1]?.hours, { open: true, until: ENDS })
      await reaches(ENDS + 3000)
      assert.equal(await holderOf(second), ids.bob, 'what he has stays his')
      await bob.closes(second)
      const third = await writes('mia')
      await reaches(ENDS + 10_000)
      assert.equal(await holderOf(third), undefined)
      await bob.accepts(third)
      assert.equal(await holderOf(third), ids.bob, 'he may take one himself')
      for (const socket of sockets) socket.close()
    })

    test('S7 an offer goes on when the hours of its agent end', async (t) => {
      const policy = { ...GIVEN, acceptWithin: 60 }
      const { ann, bob, ids, put, becomes, reaches, writes, isOnline } = await start(t, { policy })
      const bobs = await bob.connects()
      await becomes(() => isOnline(1))
      await put(`/agents/${ids.bob}/hours`, { hours: SOON })
      await reaches(ENDS - 20_000)
      const chat = await writes('vera')
      await becomes(async () => (await ann.chat(chat)).offer?.to.id === ids.bob)
      await reaches(ENDS + 5000)
      assert.equal((await ann.chat(chat)).offer?.to.id, ids.bob)
      await bob.accepts(chat)
      bobs.close()
    })

    test('S7 chats of a department outside its hours wait; others do not, and agents may accept them', async (t) => {
      const { ann, bob, ids, put, becomes, reaches, writes, holderOf, live, isOnline, server } = await start(t, {})
      const bobs = await bob.connects()
      await becomes(() => isOnline(1))
      await put(`/departments/${ids.sales}/hours`, { hours: SOON })
      const chats = [await writes('vera'), await writes('otto')] as const
      for (const chat of chats) {
        await ann.accepts(chat)
        await ann.call('POST', `/chats/${chat}/hand-over`, { department: ids.sales })
      }
      await ann.call('PATCH', '/routing', { policy: GIVEN })
      const other = await writes('mia')
      await becomes(async () => (await holderOf(other)) === ids.bob)
      assert.deepEqual(
        (await live()).queues.map(({ department, hours, chats: waiting }) => [department?.name, hours, waiting]),
        [
          [undefined, null, 0],
          ['Sales', { open: false, until: BEGINS }, 2],
        ],
      )
      await ann.accepts(chats[1])
      await reaches(BEGINS - 5000)
      assert.equal(await holderOf(chats[0]), undefined)
      await becomes(async () => (await holderOf(chats[0])) === ids.bob)

      // A turn that decides while the department is closed keeps that with it.
      await reaches(ENDS + 1000)
      const late = await writes('ivo')
      await becomes(async () => (await holderOf(late)) === ids.bob)
      await bob.call('POST', `/chats/${late}/hand-over`, { department: ids.sales })
      const last = await writes('lea')
      await becomes(async () => (await holderOf(last)) === ids.bob)
      const routed = (await ann.entries(last)).find(({ type }) => type === 'chat.routed')
      assert.ok(routed?.type === 'chat.routed')
      const turn = (await ann.call('GET', `/routing/turns/${routed.turn}`)).body as unknown as RoutingTurn
      assert.deepEqual(turn.input.closedTeams, [ids.sales])
      assert.deepEqual(
        turn.input.chats.map(({ id }) => id),
        [last],
      )
      assert.deepEqual(decideTurn(turn.input as unknown as Turn), turn.routed)
      assert.ok(server.services.directory.department(1, ids.sales)?.workingHours)
      bobs.close()
    })

    test('S7 hours that cannot be are refused with their field and change nothing; agents see their own', async (t) => {
      const { server, ann, bob, ids, put } = await start(t)
      const hours = { ...SOON, holidays: [{ date: '2026-12-24', name: 'Christmas Eve', ranges: [['09:00', '12:00']] }] }
      await put(`/agents/${ids.bob}/hours`, { hours })
      await put(`/departments/${ids.sales}/hours`, { hours: SOON })
      const dora = await addAgent(server, 'dora@shop.test')
      await put(`/agents/${dora.id}/hours`, { hours: SOON })
      const read = async (agent: typeof bob) => (await agent.call('GET', '/hours')).body as unknown as HoursOfAll
      const all = {
        departments: [{ department: ids.sales, hours: SOON }],
        agents: [
          { agent: ids.bob, hours },
          { agent: dora.id, hours: SOON },
        ],
      }
      assert.deepEqual(await read(ann), all)
      assert.deepEqual(await read(bob), { ...all, agents: [{ agent: ids.bob, hours }] })
      assert.deepEqual(await read(dora), { departments: [], agents: [{ agent: dora.id, hours: SOON }] })

      const refused: [hours: object, field: string, reason: string][] = [
        [{ timeZone: 'UTC' }, '/hours/days', 'required'],
        [{ timeZone: 'Mars/Olympus', days: {} }, '/hours/timeZone', 'no_time_zone'],
        [{ timeZone: 'UTC', days: { mon: [['9', '10:00']] } }, '/hours/days/mon/0/0', 'wrong_form'],
        [{ timeZone: 'UTC', days: { mon: [['10:00', '10:00']] } }, '/hours/days/mon/0', 'range_empty'],
        [{ ...SOON, holidays: [{ date: '2026-2-3', name: 'x' }] }, '/hours/holidays/0/date', 'wrong_form'],
        [{ ...SOON, holidays: [{ date: '2026-02-30', name: 'x' }] }, '/hours/holidays/0/date', 'wrong_form'],
        [{ ...SOON, holidays: [{ date: '2026-02-03', name: '' }] }, '/hours/holidays/0/name', 'empty'],
        [
          { ...SOON, holidays: ['24', '25', '24'].map((day) => ({ date: `2026-12-${day}`, name: 'x' })) },
          '/hours/holidays/2/date',
          'repeated',
        ],
        [
          { ...SOON, holidays: Array.from({ length: 101 }, (_, i) => ({ date: `${2000 + i}-01-01`, name: 'x' })) },
          '/hours/holidays',
          'too_many',
        ],
      ]
      for (const [wrong, field, reason] of refused) {
        const answer = await ann.call('PUT', `/agents/${ids.bob}/hours`, { hours: wrong })
        const { error } = answer.body as unknown as { error: { field?: string; why?: { reason: string } } }
        assert.deepEqual([answer.status, error.field, error.why?.reason], [400, field, reason], answer.text)
      }
      assert.deepEqual(await read(ann), all)
      assert.equal((await ann.call('PUT', '/agents/99/hours', { hours: null })).status, 404)
      assert.equal((await ann.call('PUT', '/departments/99/hours', { hours: null })).status, 404)
      assert.equal((await bob.call('PUT', `/agents/${ids.bob}/hours`, { hours: null })).status, 403)
      assert.equal((await bob.call('PUT', `/departments/${ids.sales}/hours`, { hours: null })).status, 403)

      // What is removed takes its hours along.
      await ann.call('DELETE', `/agents/${ids.bob}`)
      await ann.call('DELETE', `/departments/${ids.sales}`)
      assert.deepEqual(await read(ann), { departments: [], agents: [{ agent: dora.id, hours: SOON }] })
      await put(`/agents/${dora.id}/hours`, { hours: null })
      assert.deepEqual(await read(ann), { departments: [], agents: [] })
    })

    test('A4 a channel is offline on a holiday, but for the hours of that day', async (t) => {
      const { server, ann, bob, becomes, isOnline } = await start(t, {})
      const bobs = await bob.connects()
      await becomes(() => isOnline(1))
      const day = [['00:00', '24:00']]
      const week = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day }
      const { channels } = (await ann.call('GET', '/channels')).body as unknown as { channels: { id: number }[] }
      const statusWith = async (holidays: object[]) => {
        const workingHours = { timeZone: 'Europe/Berlin', days: week, holidays }
        const answer = await ann.call('PATCH', `/channels/${channels[0]?.id}`, { workingHours })
        assert.deepEqual([answer.status, answer.body['workingHours']], [200, workingHours])
        return (await server.ask(`${server.channelUrl}/status`)).text
      }
      const today = { date: '2026-09-21', name: 'Company outing' }
      assert.equal(await statusWith([]), '1')
      assert.equal(await statusWith([{ ...today, date: '2026-09-22' }]), '1')
      assert.equal(await statusWith([today]), '0')
      // 16:13 in Berlin.
      assert.equal(await statusWith([{ ...today, ranges: [['16:00', '17:00']] }]), '1')
      assert.equal(await statusWith([{ ...today, ranges: [['09:00', '16:00']] }]), '0')
      const wrong = { timeZone: 'UTC', days: {}, holidays: [{ date: '2026-02-30', name: 'x' }] }
      const refused = await ann.call('PATCH', `/channels/${channels[0]?.id}`, { workingHours: wrong })
      assert.deepEqual(
        [refused.status, (refused.body as unknown as { error: { field: string } }).error.field],
        [400, '/workingHours/holidays/0/date'],
      )
      bobs.close()
    })
  })
