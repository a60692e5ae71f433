import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Delivery } from '@deskbell/protocol/agent/channel'
import type { Replayed, Webhook } from '@deskbell/protocol/agent/webhook'
import { statement } from '../../src/db/statement.ts'
import { atRest } from '../at-rest.ts'
import { handClock } from '../clock.ts'
import { testKinds, type DbKind } from '../db.ts'
import type { Received } from '../integrator-server.ts'
import { soon } from '../channels/widget/soon.ts'
import { startWithCrm, toReceivedEvent } from './hook.ts'

const storedStatement = statement('test_events', 'select n, body, whole from event where account_id = 1 order by n')
const manyStatement = statement(
  'test_many_events',
  `with told as (update account_number set events = events + $1 where account_id = 1 returning events - $1 as before)
   insert into event (account_id, n, name, chat_id, body, whole, at)
   select 1, told.before + i, 'chat_updated', 1 + i % 7, '{}', true, $2::timestamptz + make_interval(secs => i / 1000.0)
   from told, generate_series(1, $1::int) i`,
)

async function opened(t: TestContext, kind: DbKind, webhook: object = {}) {
  const clock = handClock()
  const { server, crm, close } = await startWithCrm({ kind, clock, webhook })
  t.after(close)
  const ann = server.agent()
  const quiet = () => atRest([server], [crm])
  /** Moves the clock a second at a time, which is one sweep, until the condition holds. */
  const until = (holds: () => boolean | Promise<boolean>) =>
    soon(async () => {
      await quiet()
      if (await holds()) return true
      await clock.jump(1000)
      return false
    }, 20_000)
  return {
    clock,
    server,
    crm,
    ann,
    until,
    quiet,
    read: async () => (await ann.call('GET', '/webhooks/1')).body as unknown as Webhook,
    async log(query = ''): Promise<Delivery[]> {
      return (await ann.call('GET', `/webhooks/1/deliveries?limit=100${query}`)).body['deliveries'] as never
    },
    async replays(range: object): Promise<Replayed> {
      const answer = await ann.call('POST', '/webhooks/1/replay', range)
      assert.equal(answer.status, 200, answer.text)
      return answer.body as unknown as Replayed
    },
    async lives(customer: string, chat: number): Promise<void> {
      await server.visitor(customer).writes('hello')
      await ann.accepts(chat)
      await ann.closes(chat)
    },
  }
}

const idOf = (request: Received) => request.header('webhook-id')
const chatOf = (request: Received) => (toReceivedEvent(request).event as { chat_id: number }).chat_id

for (const kind of testKinds()) {
  test(`R10 C19 a retry and a manual retry have the same id and body, and another timestamp and signature, ${kind}`, async (t) => {
    const { clock, crm, ann, server, until, log } = await opened(t, kind, { events: ['chat_finished'] })
    crm.resets(1)
    await server.visitor('v1').writes('hello')
    await ann.accepts(1)
    await ann.closes(1)
    await until(() => crm.requests.length === 1)
    const [deliveries] = await log()
    assert.equal((await ann.call('POST', `/deliveries/${deliveries?.id}/replay`)).status, 409)
    await until(() => crm.requests.length === 2)
    await until(async () => (await log())[0]?.state === 'done')
    await clock.jump(2000)
    const again = await ann.call('POST', `/deliveries/${deliveries?.id}/replay`)
    assert.equal(again.status, 201, again.text)
    assert.deepEqual([again.body['replayOf'], again.body['event']], [deliveries?.id, deliveries?.event])
    await until(() => crm.requests.length === 3)
    await clock.move(2000)
    assert.equal((await ann.call('POST', '/webhooks/1/replay', { from: 0, only: 'all' })).status, 200)
    await until(() => crm.requests.length === 4)
    const of = (read: (request: Received) => string | undefined) => new Set(crm.requests.map(read)).size
    assert.deepEqual([of(idOf), of(({ body }) => body)], [1, 1])
    assert.deepEqual(
      [of((one) => one.header('webhook-timestamp')), of((one) => one.header('webhook-signature'))],
      [4, 4],
    )
    // A webhook without its old address gets nothing.
    await until(async () => (await log()).every(({ finishedAt }) => finishedAt !== null))
    await ann.call('PATCH', '/webhooks/1', { url: null })
    for (const path of [`/deliveries/${deliveries?.id}/replay`, '/webhooks/1/replay'])
      assert.equal((await ann.call('POST', path, path.startsWith('/w') ? { from: 0 } : undefined)).status, 409)
  })

  test(`C19 R9 a range is sent again in the order of each chat: the failed events, or all, ${kind}`, async (t) => {
    const { clock, crm, ann, server, until, quiet, log, lives, replays, read } = await opened(t, kind, {
      events: ['chat_accepted', 'chat_finished'],
    })
    const began = clock.now()
    crm.behaves((_request, response) => void response.writeHead(410).end())
    await lives('v1', 1)
    await until(async () => (await read()).state === 'disabled')
    await until(async () => (await log()).every(({ finishedAt }) => finishedAt !== null))
    await lives('v2', 2)
    await lives('v3', 3)
    await server.settled()
    const before = crm.requests.length
    await ann.call('PATCH', '/webhooks/1', { state: 'active' })
    for (let second = 0; second < 5; second++) {
      await clock.jump(1000)
      await quiet()
    }
    assert.equal(crm.requests.length, before, 'what was missed is not sent unasked')

    assert.deepEqual(await replays({ from: clock.now() }), { deliveries: 0, next: null })
    assert.deepEqual(await replays({ from: began - 1000, to: began - 1 }), { deliveries: 0, next: null })
    // Other chats do not wait for one whose events fail.
    crm.behaves((request, response) => {
      response.writeHead(chatOf(request) === 2 ? 500 : 200).end('{"result":"ok"}')
    })
    assert.deepEqual(await replays({ from: began }), { deliveries: 6, next: null })
    // Unfinished deliveries are not sent a second time.
    assert.deepEqual(await replays({ from: began, only: 'all' }), { deliveries: 0, next: null })
    await until(() => crm.requests.filter((one) => chatOf(one) !== 2).length >= before + 4)
    crm.answers()
    const since = () => crm.requests.slice(before)
    await until(async () => (await read()).waiting === 0)
    const stored = await server.services.db.query<{ n: number; body: string; whole: boolean }>(storedStatement, [])
    const bodies = new Map(stored.map(({ n, body }) => [`evt_1_${n}`, body]))
    for (const one of since()) assert.equal(one.body, bodies.get(idOf(one) ?? ''))
    for (const chat of [1, 2, 3]) {
      const names = since().flatMap((one) => (chatOf(one) === chat ? [toReceivedEvent(one).event.event_name] : []))
      assert.ok(names.length >= 2 && names.lastIndexOf('chat_accepted') < names.indexOf('chat_finished'), String(names))
    }
    const again = (await log()).slice(0, 6)
    const deliveredBefore = again.filter(({ replayOf }) => replayOf !== null)
    assert.ok(deliveredBefore.length >= 1 && deliveredBefore.length < 6, 'only earlier deliveries are named')
    assert.ok(again.every(({ state }) => state === 'done'))

    assert.deepEqual(await replays({ from: began }), { deliveries: 0, next: null })
    const taken = crm.requests.length
    assert.deepEqual(await replays({ from: began, only: 'all' }), { deliveries: 6, next: null })
    await until(async () => (await read()).waiting === 0)
    const last = crm.requests.slice(taken)
    assert.deepEqual(new Set(last.map(idOf)), new Set(bodies.keys()))
    assert.equal((await log()).filter(({ replayOf }) => replayOf !== null).length, deliveredBefore.length + 6)
  })

  test(`C19 a long range is sent in parts, ${kind}`, async (t) => {
    const { clock, ann, server, replays, read } = await opened(t, kind)
    await ann.call('PATCH', '/webhooks/1', { state: 'paused' })
    await server.visitor('v1').writes('hello')
    const from = clock.now()
    for (let second = 0; second < 11; second++) await clock.jump(1000)
    await server.services.db.query(manyStatement, [10_040, new Date(from)])
    const first = await replays({ from })
    assert.equal(first.deliveries, 10_000)
    assert.ok(first.next !== null && first.next >= from + 9_999 && first.next < from + 10_040, String(first.next))
    assert.deepEqual(await replays({ from: first.next }), { deliveries: 40, next: null })
    assert.equal((await read()).waiting, 10_040)
  })
}
