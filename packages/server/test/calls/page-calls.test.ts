import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Call } from '@deskbell/protocol/agent/call'
import type { ErrorBody } from '@deskbell/protocol/agent/field-reason'
import type { CallView } from '@deskbell/protocol/widget/frames'
import { statement } from '../../src/db/statement.ts'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type Answer, type TestServer } from '../test-server.ts'
import { addAgent } from '../agent-api/servers.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { startWithCrm, type Crm } from '../webhooks/hook.ts'

const rowsOfCall = statement(
  'test_rows_of_call',
  `select (select count(*)::int from call where id = $1) as calls, (select count(*)::int from event where call_id = $1) as events,
     (select count(*)::int from call_entry where call_id = $1) as entries`,
)

type Socket = Awaited<ReturnType<ReturnType<TestServer['agent']>['connects']>>
type Page = Awaited<ReturnType<typeof openPage>>

/** The refusal in an answer. */
const errorOf = ({ text }: Answer) => (JSON.parse(text) as ErrorBody).error

/** The frame of a call in this state, from the received ones or a later one. */
async function seesCall(socket: Socket, matches: (call: Call) => boolean): Promise<Call> {
  const frame = await socket.sees((one) => one.type === 'call' && matches(one.call))
  return frame.type === 'call' ? frame.call : assert.fail('not a call')
}
const ringsAt = (socket: Socket, call: number) => seesCall(socket, ({ id, rings }) => id === call && rings.length > 0)
const isOver = (socket: Socket, call: number) => seesCall(socket, ({ id, ended }) => id === call && ended !== null)

async function calls(page: Page, id = nextId()): Promise<CallView> {
  const answer = await page.ask({ t: 'call', id })
  if (answer.t !== 'done' || !answer.call) throw new Error(JSON.stringify(answer))
  return answer.call
}
const refusedCall = async (page: Page) => {
  const answer = await page.ask({ t: 'call', id: nextId() })
  return answer.t === 'refused' ? answer.message : JSON.stringify(answer)
}
const hears = (page: Page, matches: (call: CallView) => boolean) =>
  page.until(() => page.frames.flatMap((one) => (one.t === 'call' && matches(one.call) ? [one.call] : []))[0], 'call')

for (const kind of testKinds())
  suite(`calls from the page, ${kind}`, () => {
    let server: TestServer
    let crm: Crm
    let close: () => Promise<void>
    let [ann, bob] = [undefined, undefined] as unknown as [Socket, Socket]
    before(async () => {
      ;({ server, crm, close } = await startWithCrm({ kind, channels: [WIDGET] }))
      await server.agent().call('PATCH', '/call-settings', { fromPage: true, perVisitor: 0, perAddress: 0 })
      ;[ann, bob] = [await server.agent(ANN).connects(), await server.agent(BOB).connects()]
    })
    after(() => close())
    const on = (call: number, what: string, who = ANN, body?: object) =>
      server.agent(who).call('POST', `/calls/${call}/${what}`, body)

    test('C16 C17 a call rings at all agents, the first to accept has it, and its events come in order', async () => {
      const page = await openPage(server, { visitor: 'caller' })
      assert.equal(page.ready.calls, 'on')
      crm.requests.length = 0
      const { id, status, agents } = await calls(page)
      assert.deepEqual([status, agents], ['client_connected', []])
      await Promise.all([ringsAt(ann, id), ringsAt(bob, id)])
      const accepted = await on(id, 'accept')
      assert.deepEqual([accepted.status, (accepted.body as unknown as Call).status], [200, 'agent_connected'])
      const second = await on(id, 'accept', BOB)
      assert.equal(second.status, 409)
      assert.equal(errorOf(second).code, 'call_taken')
      assert.match(errorOf(second).message, /Ann has this call/)
      const heard = await hears(page, (one) => one.agents.length > 0)
      assert.equal(heard.agent?.name, 'Ann')
      await on(id, 'hang-up', ANN, {})
      assert.equal((await hears(page, (one) => one.over)).status, 'end')
      const events = []
      for (let n = 0; n < 4; n++) events.push((await crm.nextEvent('call_event')).event)
      assert.deepEqual(
        events.map(({ call }) => call),
        ['start', 'client_connected', 'agent_connected', 'end'].map((one) => ({
          type: 'incoming',
          phone: '',
          status: one,
        })),
      )
      assert.deepEqual(
        events.map(({ agent, chat_id }) => [agent?.name, chat_id]),
        [
          [undefined, undefined],
          [undefined, undefined],
          ['Ann', undefined],
          ['Ann', undefined],
        ],
      )
      await page.close()
    })

    test('a call belongs to the open chat of its visitor, and is listed with it and with the contact', async () => {
      const page = await openPage(server, { visitor: 'writer' })
      await page.writes('Can we talk?')
      const [chat] = await server.agent().chats('?view=waiting')
      const { id } = await calls(page)
      await ringsAt(ann, id)
      await on(id, 'accept')
      await on(id, 'hang-up', ANN, {})
      const call = await isOver(ann, id)
      assert.equal(call.chat, chat?.id)
      for (const query of [`chat=${chat?.id}`, `contact=${call.visitor.contact}`]) {
        const { body } = await server.agent().call('GET', `/calls?${query}`)
        assert.deepEqual(
          (body['calls'] as unknown as Call[]).map((one) => one.id),
          [id],
          query,
        )
      }
      await page.close()
    })

    test('T20 T21 pages of a call reach each other, and no other page or agent', async () => {
      const [page, other] = [
        await openPage(server, { visitor: 'speaker' }),
        await openPage(server, { visitor: 'nosy' }),
      ]
      await other.ask({ t: 'number', id: nextId() })
      const { id } = await calls(page)
      await ringsAt(ann, id)
      const offer = { kind: 'offer' as const, offer: 5, sdp: 'v=0 from Ann' }
      ann.send({ type: 'signal', call: id, to: 'visitor', signal: offer })
      await ann.sees((one) => one.type === 'refused' && one.code === 'not_in_call')
      await on(id, 'accept')
      ann.send({ type: 'signal', call: id, to: 'visitor', signal: offer })
      const got = await page.until(() => page.frames.find((one) => one.t === 'signal'), 'signal')
      assert.deepEqual(got, { t: 'signal', call: id, from: 1, signal: offer })
      // Another visitor, and an agent who is not in it, do not reach it.
      other.send({ t: 'signal', call: id, to: 1, signal: { kind: 'answer', offer: 5, sdp: 'v=0 from a stranger' } })
      await other.until(() => other.frames.find((one) => one.t === 'refused' && one.code === 'not_found'), 'refusal')
      bob.send({ type: 'signal', call: id, to: 'visitor', signal: offer })
      await bob.sees((one) => one.type === 'refused' && one.code === 'not_in_call')
      page.send({ t: 'signal', call: id, to: 1, signal: { kind: 'answer', offer: 5, sdp: 'v=0 from the page' } })
      const heard = await ann.sees((one) => one.type === 'signal' && one.call === id)
      assert.deepEqual(heard.type === 'signal' && [heard.from, heard.signal], [
        'visitor',
        { kind: 'answer', offer: 5, sdp: 'v=0 from the page' },
      ])
      assert.equal(bob.frames.filter((one) => one.type === 'signal').length, 0)
      assert.equal(other.frames.filter((one) => one.t === 'signal' || one.t === 'call').length, 0)
      const stolen = await other.ask({ t: 'hang', id: nextId(), call: id })
      assert.equal(stolen.t === 'refused' && stolen.code, 'not_found')
      assert.equal((await page.ask({ t: 'hang', id: nextId(), call: id })).t, 'done')
      assert.equal((await isOver(ann, id)).status, 'end')
      await Promise.all([page.close(), other.close()])
    })

    test('a repeated request makes one call, and a second one is refused while the first is under way', async () => {
      const page = await openPage(server, { visitor: 'twice' })
      const request = nextId()
      const [first, again] = [await calls(page, request), await calls(page, request)]
      assert.equal(first.id, again.id)
      assert.equal(await refusedCall(page), 'The visitor is in a call already.')
      await page.ask({ t: 'hang', id: nextId(), call: first.id })
      assert.equal((await isOver(ann, first.id)).failure, 'client_gone')
      await page.close()
    })

    test('a call that nobody takes is missed until a later one of the visitor is answered', async () => {
      const page = await openPage(server, { visitor: 'patient' })
      const { id } = await calls(page)
      await ringsAt(ann, id)
      await Promise.all([on(id, 'decline'), on(id, 'decline', BOB)])
      const over = await isOver(ann, id)
      assert.deepEqual([over.status, over.failure, over.missed], ['error', 'agent_unanswered', true])
      const { event } = await crm.nextEvent('call_event').then(async (one) => {
        let last = one
        while (last.event.call.status !== 'error' || last.event.visitor.number !== over.visitor.number)
          last = await crm.nextEvent('call_event')
        return last
      })
      assert.deepEqual(event.call, { type: 'incoming', phone: '', status: 'error', reason: 'No agent answered' })
      const missed = async () =>
        ((await server.agent().call('GET', '/calls?state=missed')).body['calls'] as unknown as Call[]).map(
          (one) => one.id,
        )
      assert.ok((await missed()).includes(id))
      const { id: second } = await calls(page)
      await ringsAt(ann, second)
      await on(second, 'accept')
      await on(second, 'hang-up', ANN, {})
      await isOver(ann, second)
      assert.ok(!(await missed()).includes(id))
      await page.close()
    })

    test('a call is handed over to a colleague, who has it alone then', async () => {
      const page = await openPage(server, { visitor: 'handed' })
      const { id } = await calls(page)
      await ringsAt(ann, id)
      await on(id, 'accept')
      assert.equal((await on(id, 'invite', ANN, { agent: 1, handsOver: true })).status, 400)
      const invited = await on(id, 'invite', ANN, { agent: 2, handsOver: true })
      assert.deepEqual((invited.body as unknown as Call).invitation?.to, { id: 2, name: 'Bob' })
      await on(id, 'accept', BOB)
      const heard = await hears(page, (one) => one.id === id && one.agents.includes(2))
      assert.deepEqual([heard.agents, heard.agent?.name], [[2], 'Bob'])
      assert.equal(errorOf(await on(id, 'hold', ANN, { on: true })).code, 'not_in_call')
      assert.equal((await on(id, 'hold', BOB, { on: true })).body['held'], true)
      await on(id, 'hang-up', BOB, {})
      await isOver(bob, id)
      await page.close()
    })

    test('T18 an agent sees the calls of their channels only, and takes no call while they talk', async () => {
      const cleo = await addAgent(server, 'cleo@shop.test')
      const page = await openPage(server, { visitor: 'hidden' })
      const second = await openPage(server, { visitor: 'another' })
      const { id } = await calls(page)
      await ringsAt(bob, id)
      assert.equal((await cleo.call('GET', `/calls/${id}`)).status, 404)
      assert.equal((await cleo.call('POST', `/calls/${id}/accept`)).status, 404)
      assert.deepEqual((await cleo.call('GET', '/calls')).body['calls'], [])
      await on(id, 'accept', BOB)
      const { id: other } = await calls(second)
      const rung = await ringsAt(ann, other)
      assert.deepEqual(rung.rings, [{ id: 1, name: 'Ann' }])
      assert.equal(errorOf(await on(other, 'accept', BOB)).code, 'in_call')
      for (const [one, call] of [
        [page, id],
        [second, other],
      ] as const) {
        await one.ask({ t: 'hang', id: nextId(), call })
        await isOver(ann, call)
        await one.close()
      }
    })

    test('an erased visitor’s calls and their events are gone', async () => {
      const page = await openPage(server, { visitor: 'erased' })
      const { id } = await calls(page)
      const { visitor } = await ringsAt(ann, id)
      await page.ask({ t: 'hang', id: nextId(), call: id })
      await isOver(ann, id)
      await server.settled()
      const count = async () => {
        const [row] = await server.services.db.query<{ calls: number; events: number; entries: number }>(rowsOfCall, [
          id,
        ])
        return row
      }
      assert.deepEqual([(await count())?.calls, (await count())?.events], [1, 3])
      await page.close()
      assert.ok((await server.agent().call('DELETE', `/visitors/${visitor.number}`)).status < 300)
      assert.deepEqual(await count(), { calls: 0, events: 0, entries: 0 })
    })

    test('the settings switch calls off, and a page hears of it', async () => {
      const page = await openPage(server, { visitor: 'switched' })
      await server.agent().call('PATCH', '/call-settings', { fromPage: false })
      await page.until(() => page.frames.find((one) => one.t === 'online' && one.calls === undefined), 'online')
      assert.equal(await refusedCall(page), 'Calls are switched off.')
      await server.agent().call('PATCH', '/call-settings', { fromPage: true, perVisitor: 1 })
      const { id } = await calls(page)
      await page.ask({ t: 'hang', id: nextId(), call: id })
      assert.equal(await refusedCall(page), 'Too many calls today.')
      await server.agent().call('PATCH', '/call-settings', { perVisitor: 0, perAddress: 1 })
      assert.equal(await refusedCall(page), 'Too many calls today.')
      await server.agent().call('PATCH', '/call-settings', { perAddress: 0 })
      await page.close()
    })
  })

suite('calls and time', () => {
  let clock: HandClock
  let server: TestServer
  let close: () => Promise<void>
  let [ann, bob] = [undefined, undefined] as unknown as [Socket, Socket]
  before(async () => {
    clock = handClock()
    ;({ server, close } = await startWithCrm({ clock, channels: [WIDGET] }))
    await server.agent().call('PATCH', '/call-settings', { fromPage: true, ring: 20, wait: 60, talk: 1 })
    ;[ann, bob] = [await server.agent(ANN).connects(), await server.agent(BOB).connects()]
  })
  after(() => close())
  const on = (call: number, what: string, who = ANN, body?: object) =>
    server.agent(who).call('POST', `/calls/${call}/${what}`, body)
  /** Lets time pass until the call is over: the server may hear later than the test that a connection has ended. */
  async function ends(call: number, within: number): Promise<Call> {
    const isEnded = async () => (await server.agent().call('GET', `/calls/${call}`)).body['ended'] !== null
    for (let ms = 0; ms < within && !(await isEnded()); ms += 1000) {
      await clock.move(1000)
      // The clock does not run ahead of what the server reads each second.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    assert.ok(await isEnded())
    return isOver(ann, call)
  }

  test('a call that no agent answers in the ring time has failed', async () => {
    const page = await openPage(server, { visitor: 'unanswered' })
    const { id } = await calls(page)
    await ringsAt(ann, id)
    await clock.move(19_000)
    assert.equal((await server.agent().call('GET', `/calls/${id}`)).body['status'], 'client_connected')
    assert.equal((await ends(id, 30_000)).failure, 'agent_unanswered')
    await page.close()
  })

  test('a call ends when it has taken as long as it may', async () => {
    const page = await openPage(server, { visitor: 'endless' })
    const { id } = await calls(page)
    await ringsAt(ann, id)
    await on(id, 'accept')
    await clock.move(59_000)
    assert.equal((await server.agent().call('GET', `/calls/${id}`)).body['ended'], null)
    assert.equal((await ends(id, 30_000)).status, 'end')
    await page.close()
  })

  test('a call whose page is gone before an agent takes it has failed, and one whose page loads anew goes on', async () => {
    const page = await openPage(server, { visitor: 'leaver' })
    const { id } = await calls(page)
    await ringsAt(ann, id)
    await page.close()
    // In steps, since the pages that are there are noted in the database, which works in real time.
    for (let second = 0; second < 10; second++) {
      await clock.move(1000)
      assert.equal((await server.agent().call('GET', `/calls/${id}`)).body['ended'], null)
    }
    assert.equal((await ends(id, 30_000)).failure, 'client_gone')
  })

  test('a call whose page disconnects while the call starts has failed', async () => {
    const page = await openPage(server, { visitor: 'gone at once' })
    const known = ann.frames.flatMap((one) => (one.type === 'call' ? [one.call.id] : []))
    page.send({ t: 'call', id: nextId() })
    await page.close()
    const { id } = await seesCall(ann, (one) => !known.includes(one.id) && one.rings.length > 0)
    assert.equal((await ends(id, 40_000)).failure, 'client_gone')
  })

  test('a call rings on at an agent whose page loads anew, and has failed when they stay away', async () => {
    const page = await openPage(server, { visitor: 'rings on' })
    const { id } = await calls(page)
    await ringsAt(ann, id)
    await ringsAt(bob, id)
    const rings = async () => {
      const { body } = await server.agent().call('GET', `/calls/${id}`)
      return (body as unknown as Call).rings.map(({ id: agent }) => agent).toSorted((a, b) => a - b)
    }
    const both = await rings()
    assert.equal(both.length, 2)
    const leaves = async (socket: Socket) => {
      socket.close()
      await socket.closed
    }
    const isOffline = () => soon(async () => server.services.presence.statusOf(1, 2) === 'offline')
    for (let times = 0; times < 2; times++) {
      await leaves(bob)
      await isOffline()
      await clock.move(3000)
      assert.deepEqual(await rings(), both)
      bob = await server.agent(BOB).connects()
    }
    await leaves(bob)
    await isOffline()
    await clock.move(7000)
    await soon(async () => (await rings()).join() === '1')
    bob = await server.agent(BOB).connects()
    await page.close()
    await ends(id, 30_000)
  })

  test('an agent whose devices are gone leaves the call, and a reload does not end it', async () => {
    const page = await openPage(server, { visitor: 'left alone' })
    const { id } = await calls(page)
    await ringsAt(bob, id)
    await on(id, 'accept', BOB)
    bob.close()
    await bob.closed
    await clock.move(8000)
    bob = await server.agent(BOB).connects()
    await clock.move(8000)
    assert.equal((await server.agent().call('GET', `/calls/${id}`)).body['ended'], null)
    bob.close()
    await bob.closed
    assert.equal((await ends(id, 40_000)).status, 'end')
    await page.close()
  })
})
