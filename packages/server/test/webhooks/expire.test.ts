import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Delivery } from '@deskbell/protocol/agent/channel'
import { statement } from '../../src/db/statement.ts'
import { handClock, settle } from '../clock.ts'
import { testKinds } from '../db.ts'
import { soon } from '../channels/widget/soon.ts'
import { startWithCrm } from './hook.ts'

const HOUR = 3600 * 1000
const DAY = 24 * HOUR
const countStatement = statement('test_event_count', 'select count(*)::int as events from event')

for (const kind of testKinds())
  test(`C19 deliveries wait for a paused webhook for 30 days, and events are kept for 31, ${kind}`, async (t) => {
    const clock = handClock()
    const { server, crm, close } = await startWithCrm({
      kind,
      clock,
      webhook: { events: ['chat_accepted', 'chat_finished'] },
    })
    t.after(close)
    const ann = server.agent()
    const quiet = async () => {
      for (let round = 0; round < 6; round++) {
        await server.services.commit.idle()
        await server.services.db.ping()
        await settle(4)
      }
    }
    /** Moves the clock in steps until the condition holds. */
    const until = (step: number, holds: () => Promise<boolean>) =>
      soon(async () => {
        await quiet()
        if (await holds()) return true
        await clock.jump(step)
        return false
      }, 20_000)
    const log = async (): Promise<Delivery[]> =>
      ((await ann.call('GET', '/webhooks/1/deliveries')).body['deliveries'] as unknown as Delivery[]).toReversed()
    const events = async () => (await server.services.db.query<{ events: number }>(countStatement, []))[0]?.events

    await ann.call('PATCH', '/webhooks/1', { state: 'paused' })
    await server.visitor('v1').writes('hello')
    await ann.accepts(1)
    await ann.closes(1)
    await server.visitor('v2').writes('hello')
    await ann.accepts(2)
    await quiet()
    const [first] = await log()
    await clock.jump(29 * DAY)
    await ann.closes(2)
    await until(HOUR, async () => clock.now() > (first?.createdAt ?? 0) + 29 * DAY + 4 * HOUR)
    assert.ok((await log()).every(({ finishedAt }) => finishedAt === null))

    // All old deliveries of each chat fail, in order; later ones still wait.
    // Short steps, since the database works in real time; a day later the events are deleted too.
    await until(HOUR / 6, async () => (await log()).filter(({ state }) => state === 'failed').length === 3)
    const ended = await log()
    assert.deepEqual(
      ended.map(({ kind: of, chat, state }) => [of, chat, state]),
      [
        ['chat_accepted', 1, 'failed'],
        ['chat_finished', 1, 'failed'],
        ['chat_accepted', 2, 'failed'],
        ['chat_finished', 2, 'due'],
      ],
    )
    for (const { reason, attempts, state } of ended)
      if (state === 'failed') assert.deepEqual([reason, attempts], ['The webhook was paused for 30 days', 0])
    assert.equal(crm.requests.length, 0)
    await ann.call('PATCH', '/webhooks/1', { state: 'active' })
    await until(1000, async () => crm.requests.length > 0)
    assert.deepEqual(crm.names(), ['chat_finished'])
    await until(1000, async () => (await log()).every(({ finishedAt }) => finishedAt !== null))

    assert.equal(await events(), 4)
    await clock.jump(DAY)
    await until(HOUR, async () => (await events()) === 1)
    assert.equal((await ann.call('GET', `/deliveries/${first?.id}`)).body['body'], null)
  })
