import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { WEBHOOK_WAITS } from '@deskbell/protocol/webhook/schedule'
import { statement } from '../../src/db/statement.ts'
import { makeHealth } from '../../src/webhooks/health.ts'
import { atRest } from '../at-rest.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock } from '../clock.ts'
import { ANN } from '../test-server.ts'
import { startWithCrm } from './hook.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A sweep finds due deliveries at most one second late. */
const SWEEP = SECOND

/** A server with one waiting chat and a hand clock. */
async function opened(t: TestContext, webhook: object = {}) {
  const clock = handClock()
  const { server, crm, close } = await startWithCrm({ clock, webhook })
  t.after(close)
  const ann = server.agent()
  await server.visitor('v1').writes('Hello')
  return { clock, server, crm, ann }
}

const noticeStatement = statement(
  'test_notices',
  `select body->'notice'->>'kind' as kind, recipient from delivery where kind = 'mail' order by id`,
)

type Opened = Awaited<ReturnType<typeof opened>>

const quiet = ({ server, crm }: Opened) => atRest([server], [crm])

/** Moves the clock by `ms` and waits until due work is done. */
async function later(it: Opened, ms: number): Promise<void> {
  await it.clock.jump(ms)
  await quiet(it)
  await it.clock.jump(0)
  await quiet(it)
}

/** Moves the clock in steps until the receiver has got this many requests. */
async function until(it: Opened, count: number, step: number, most: number): Promise<void> {
  const end = it.clock.now() + most
  while (it.crm.requests.length < count) {
    if (it.clock.now() > end) throw new Error(`${it.crm.requests.length} of ${count} requests after ${most} ms`)
    await later(it, step)
  }
}

interface Row {
  id: number
  kind: string
  state: string
  attempts: number
  reason: string
  nextAt: number
}
const rowsOf = async ({ ann }: Opened, kind: string): Promise<Row[]> =>
  (await ann.call('GET', `/deliveries?kind=${kind}`)).body['deliveries'] as never

test('C19 R9 thirteen attempts in about 76 hours, then a dead letter that can be sent again', async (t) => {
  const it = await opened(t, { events: ['chat_accepted'] })
  const { crm, ann } = it
  crm.fails(13)
  const started = it.clock.now()
  await ann.accepts(1)
  await quiet(it)
  for (const [made, wait] of WEBHOOK_WAITS.entries()) {
    if (made === 0) continue
    const before = crm.requests.at(-1)?.at ?? 0
    // A delivery that waits for less than a minute stays leased in memory; its row has the lease's end.
    if (wait >= MINUTE) {
      const [row] = await rowsOf(it, 'chat_accepted')
      const due = (row?.nextAt ?? 0) - before
      assert.ok(due >= wait * 0.8 && due <= wait * 1.2, `wait ${made}: ${due} of ${wait}`)
      await later(it, before + due - 1 - it.clock.now())
      assert.equal(crm.requests.length, made, 'not a moment too early')
    }
    await until(it, made + 1, SWEEP, wait * (wait < MINUTE ? 1.2 : 0.4) + 2 * SWEEP)
    const gap = (crm.requests[made]?.at ?? 0) - before
    assert.ok(gap >= wait * 0.8 && gap <= wait * 1.2 + SWEEP, `wait ${made}: ${gap} of ${wait}`)
  }
  const took = it.clock.now() - started
  assert.ok(took > 0.8 * 75 * HOUR && took < 1.2 * 77 * HOUR, String(took / HOUR))
  const ids = new Set(crm.requests.map((request) => request.header('webhook-id')))
  const bodies = new Set(crm.requests.map(({ body }) => body))
  const signatures = new Set(crm.requests.map((request) => request.header('webhook-signature')))
  assert.deepEqual([ids.size, bodies.size, signatures.size], [1, 1, 13])
  await later(it, 2 * DAY)
  assert.equal(crm.requests.length, 13)
  const [dead] = await rowsOf(it, 'chat_accepted')
  assert.deepEqual([dead?.state, dead?.attempts, dead?.reason], ['failed', 13, 'it answered 500'])
  assert.equal((await ann.call('POST', `/deliveries/${dead?.id}/replay`)).status, 201)
  await until(it, 14, SWEEP, 5 * SECOND)
  assert.equal(crm.requests.at(-1)?.body, crm.requests[0]?.body)
  assert.equal(crm.requests.at(-1)?.header('webhook-id'), crm.requests[0]?.header('webhook-id'))
})

test('C19 the order of a chat is kept for only 24 hours; other chats do not wait', async (t) => {
  const it = await opened(t, { events: ['chat_accepted', 'chat_finished'] })
  const { crm, ann, server, clock } = it
  const fails = (body: string) => body.includes('"chat_accepted"') && body.includes('"chat_id":1,')
  crm.behaves((request, response) => void response.writeHead(fails(request.body) ? 500 : 200).end('{"result":"ok"}'))
  await ann.accepts(1)
  await ann.closes(1)
  await server.visitor('v2').writes('Hello')
  await ann.accepts(2)
  await ann.closes(2)
  await quiet(it)
  const finished = () => crm.receivedEvents().filter(({ event }) => event.event_name === 'chat_finished')
  assert.deepEqual(
    finished().map(({ event }) => event.event_name === 'chat_finished' && event.chat_id),
    [2],
  )
  // Moves to the next attempt until chat_finished is sent.
  const attempts = () => crm.requests.filter(({ body }) => fails(body))
  while (finished().length < 2) {
    const [accepted] = (await rowsOf(it, 'chat_accepted')).filter(({ state }) => state === 'due')
    if (accepted && accepted.nextAt > clock.now()) await later(it, accepted.nextAt - clock.now())
    await later(it, SWEEP)
    assert.ok(attempts().length < 12, 'the order ends')
  }
  const first = attempts()[0]?.at ?? 0
  const told = (finished()[1]?.request.at ?? 0) - first
  // The order ends with the attempt whose next one would be more than a day after the first: 8 or 12 hours earlier.
  assert.ok(told > 10 * HOUR && told <= DAY + SECOND, String(told / HOUR))
  const before = attempts().length
  // The first event keeps its schedule.
  while (attempts().length === before) {
    const [accepted] = (await rowsOf(it, 'chat_accepted')).filter(({ state }) => state === 'due')
    assert.ok(accepted, 'its delivery is not finished')
    await later(it, Math.max(SWEEP, accepted.nextAt - clock.now()))
  }
})

test('C19 the schedule respects retry-after', async (t) => {
  const it = await opened(t, { events: ['chat_accepted'] })
  const { crm, ann } = it
  crm.behaves((_request, response) => void response.writeHead(503, { 'retry-after': '3600' }).end(), 1)
  await ann.accepts(1)
  await quiet(it)
  assert.equal(crm.requests.length, 1)
  await later(it, HOUR - SECOND)
  assert.equal(crm.requests.length, 1)
  await until(it, 2, 250, 3 * SECOND)
  await crm.nextEvent('chat_accepted')
})

test('C19 410 disables the webhook immediately, and later events make no deliveries', async (t) => {
  const it = await opened(t)
  const { crm, ann, server } = it
  crm.fails(1, 410)
  await ann.accepts(1)
  await quiet(it)
  const hook = () => server.services.directory.webhooks(1)[0]
  await soon(() => hook()?.state === 'disabled')
  assert.match(hook()?.failing?.reason ?? '', /410/)
  await ann.closes(1)
  await later(it, HOUR)
  assert.equal(crm.requests.length, 1)
})

test('C19 a webhook that fails for five days is disabled; its owner gets two mails: after an hour, and then', async (t) => {
  const it = await opened(t, { events: ['chat_accepted'] })
  const { crm, ann, server } = it
  crm.fails(100)
  await ann.accepts(1)
  const hook = () => server.services.directory.webhooks(1)[0]
  await until(it, 4, 10 * SECOND, 10 * MINUTE)
  await soon(() => hook()?.failing !== null)
  // An agent accepts a chat each day, so that there is an event to send.
  for (let day = 1; day <= 5; day++) {
    assert.equal(hook()?.state, 'active', `day ${day}`)
    await later(it, DAY)
    await server.visitor(`d${day}`).writes('Hello')
    await ann.accepts(day + 1)
    await quiet(it)
  }
  await soon(() => hook()?.state === 'disabled')
  assert.match(hook()?.failing?.reason ?? '', /five days/)
  const notices = await server.services.db.query<{ kind: string; recipient: string }>(noticeStatement, [])
  assert.deepEqual(notices, [
    { kind: 'webhook_failing', recipient: ANN },
    { kind: 'webhook_disabled', recipient: ANN },
  ])
  // After it is enabled again, the five days begin anew.
  await ann.call('PATCH', '/webhooks/1', { state: 'active' })
  await server.visitor('anew').writes('Hello')
  const { length: before } = crm.requests
  await ann.accepts((await ann.chats('?view=waiting'))[0]?.id ?? 0)
  await until(it, before + 5, 10 * SECOND, HOUR)
  await soon(() => hook()?.failing !== null)
  assert.equal(hook()?.state, 'active')
  assert.ok((hook()?.failing?.since ?? 0) > it.clock.now() - HOUR)
})

test('C19 a success ends the failing state', async (t) => {
  const it = await opened(t, { events: ['chat_accepted'] })
  const { crm, ann, server } = it
  const hook = () => server.services.directory.webhooks(1)[0]
  crm.fails(4)
  await ann.accepts(1)
  await until(it, 3, SECOND, MINUTE)
  // A failure of less than a minute is not written, since it may be a restart.
  assert.equal(hook()?.failing, null)
  await until(it, 4, 10 * SECOND, 10 * MINUTE)
  await soon(() => hook()?.failing !== null)
  await until(it, 5, MINUTE, 20 * MINUTE)
  await soon(() => hook()?.failing === null)
})

test('C19 a success that arrives while the failure is being written ends the failing state', async (t) => {
  const { clock, server } = await opened(t)
  const { db, directory } = server.services
  const health = makeHealth({ db, clock, directory, onError: assert.ifError })
  health.failed(1, 1, 'it answered 500')
  await clock.jump(2 * MINUTE)
  health.failed(1, 1, 'it answered 500')
  health.worked(1, 1)
  await health.settled()
  assert.equal(directory.webhook(1, 1)?.failing, null)
})

test('R8 C19 a receiver that works again gets all waiting events immediately, also those with a long wait', async (t) => {
  const it = await opened(t, { events: ['chat_accepted'] })
  const { crm, ann, server, clock } = it
  for (let customer = 2; customer <= 20; customer++) await server.visitor(`v${customer}`).writes('Hello')
  let away = true
  crm.behaves((_request, response) => void response.writeHead(away ? 500 : 200).end('{"result":"ok"}'))
  for (let chat = 1; chat <= 19; chat++) await ann.accepts(chat)
  const began = clock.now()
  while (clock.now() < began + 2 * HOUR) await later(it, 5 * MINUTE)
  const waits = (await rowsOf(it, 'chat_accepted')).map(({ nextAt }) => nextAt - clock.now())
  assert.ok(Math.max(...waits) > 20 * MINUTE, 'some would have had to wait long')
  away = false
  const receivedEvents = () => new Set(crm.receivedEvents().map(({ event }) => 'chat_id' in event && event.chat_id))
  crm.requests.length = 0
  await ann.accepts(20)
  const back = clock.now()
  while (receivedEvents().size < 20 && clock.now() < back + 10 * MINUTE) await later(it, SWEEP)
  assert.equal(receivedEvents().size, 20)
  assert.ok(clock.now() - back <= 10 * SECOND, String(clock.now() - back))
})

test('R8 C19 an event that is always refused is brought forward once and then keeps its schedule', async (t) => {
  const it = await opened(t, { events: ['chat_accepted'] })
  const { crm, ann, server } = it
  crm.behaves((request, response) => {
    response.writeHead(request.body.includes('"chat_id":1,') ? 500 : 200).end('{"result":"ok"}')
  })
  await ann.accepts(1)
  await quiet(it)
  // Each time only this event is attempted for more than a minute; then another event is taken.
  const refused = () => crm.requests.filter(({ body }) => body.includes('"chat_id":1,')).length
  const made: number[] = []
  for (let round = 2; round <= 6; round++) {
    for (let minute = 0; minute < 20; minute++) await later(it, MINUTE)
    await server.visitor(`v${round}`).writes('Hello')
    await ann.accepts(round)
    for (let second = 0; second < 5; second++) await later(it, SWEEP)
    made.push(refused())
  }
  // After 0, 5 s, 30 s, 2 min, 10 min, 30 min and 1 h, each with jitter; and once more.
  assert.ok((made.at(-1) ?? 0) >= 6 && (made.at(-1) ?? 0) <= 8, made.join())
})

test('C19 the 24 hours of order begin with the first attempt and not during a pause', async (t) => {
  const it = await opened(t, { events: ['chat_accepted', 'chat_finished'] })
  const { crm, ann } = it
  await ann.call('PATCH', '/webhooks/1', { state: 'paused' })
  await ann.accepts(1)
  await ann.closes(1)
  await later(it, 2 * DAY)
  crm.fails(1)
  await ann.call('PATCH', '/webhooks/1', { state: 'active' })
  await until(it, 3, SECOND, MINUTE)
  await quiet(it)
  const names = crm.requests.map(({ body }) => /"event_name":"(\w+)"/.exec(body)?.[1])
  assert.deepEqual(names, ['chat_accepted', 'chat_accepted', 'chat_finished'])
})

test('C19 a paused webhook gets no request; after it is resumed it gets all events in order', async (t) => {
  const it = await opened(t, { events: ['chat_accepted', 'chat_finished'] })
  const { crm, ann, server } = it
  const [hook] = server.services.directory.webhooks(1)
  assert.equal((await ann.call('PATCH', `/webhooks/${hook?.id}`, { state: 'paused' })).status, 200)
  await ann.accepts(1)
  await ann.closes(1)
  await later(it, HOUR)
  assert.equal(crm.requests.length, 0)
  assert.equal((await ann.call('PATCH', `/webhooks/${hook?.id}`, { state: 'active' })).status, 200)
  await until(it, 2, SECOND, 10 * SECOND)
  assert.deepEqual(crm.names(), ['chat_accepted', 'chat_finished'])
})

test('C12 an attempt waits ten seconds for the answer; the answer to a later attempt is marked late', async (t) => {
  const it = await opened(t, { events: ['chat_accepted'] })
  const { crm, ann, clock } = it
  crm.answers({ result: 'ok', custom_data: [{ title: 'Plan', content: 'Gold' }] })
  crm.hangs(1)
  await ann.accepts(1)
  await crm.receives('chat_accepted')
  await clock.move(9_900)
  assert.equal(crm.requests.length, 1)
  await until(it, 2, 250, 10 * SECOND)
  await quiet(it)
  const at = crm.requests.map((request) => request.at)
  assert.ok((at[1] ?? 0) - (at[0] ?? 0) >= 14 * SECOND)
  const card = (await ann.entries(1)).find(({ type }) => type === 'crm.answered')
  assert.ok(card?.type === 'crm.answered' && card.late)
})
