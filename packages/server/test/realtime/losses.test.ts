import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '../../src/db/statement.ts'
import { makeChatEvents } from '../../src/realtime/chat-events.ts'
import { makeLosses } from '../../src/realtime/losses.ts'
import type { Bus, BusMessage } from '../../src/realtime/bus/bus.ts'
import { watchChats } from '../../src/realtime/watch-chats.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock, settle } from '../clock.ts'
import { testKinds } from '../db.ts'
import { localBus } from './a-process.ts'
import { startTestServer } from '../test-server.ts'

/** Two processes, and a bus between them whose messages the test may lose. Like the real one it counts what a sender sends. */
function startTwo() {
  const clock = handClock()
  const all = ['aaaaaaaa', 'bbbbbbbb'].map((id) => ({
    id,
    sent: 0,
    heard: 0,
    isSilent: false,
    isCurrent: true,
    living: ['aaaaaaaa', 'bbbbbbbb'],
    subscribers: new Set<(message: BusMessage) => void>(),
    gaps: new Set<(account?: number) => void>(),
    changes: new Set<() => void>(),
  }))
  const on =
    <T>(set: Set<T>) =>
    (fn: T) => {
      set.add(fn)
      return () => void set.delete(fn)
    }
  const start = (place: 0 | 1) => {
    const [me, other] = [all[place]!, all[1 - place]!]
    const bus: Bus = {
      ...localBus,
      joined: () => new Map([[1, 0]]),
      publish(message) {
        me.sent++
        if (me.isSilent) return
        if (me.sent > other.heard + 1) for (const fn of other.gaps) fn()
        other.heard = me.sent
        for (const fn of other.subscribers) fn(message)
      },
      subscribe: on(me.subscribers),
      onGap: on(me.gaps),
    }
    const processes = {
      id: me.id,
      living: () => me.living,
      isCurrent: () => me.isCurrent,
      onChange: on(me.changes),
    }
    return { bus, me, losses: makeLosses({ bus, clock, processes }) }
  }
  return { clock, one: start(0), other: start(1) }
}

test('R6 while the beats of all processes come, nothing was missed; a lost message is noticed within 1.5 seconds', async () => {
  const { clock, one, other } = startTwo()
  const mayHaveMissed = other.losses.watch()
  let told = 0
  other.losses.onLoss(() => told++)
  assert.equal(mayHaveMissed(), true, 'what was announced before is not known')
  await clock.move(1000)
  mayHaveMissed()
  await clock.move(60_000)
  assert.equal(mayHaveMissed(), false)
  told = 0
  one.me.isSilent = true
  one.bus.publish({ type: 'chat', account: 1, chat: 2, last: 3 })
  one.me.isSilent = false
  await clock.move(1500)
  assert.deepEqual([mayHaveMissed(), mayHaveMissed(), told], [true, false, 1])
})

test('R6 something may have been missed for as long as a process is silent, and once when one has come or died', async () => {
  const { clock, one, other } = startTwo()
  const mayHaveMissed = other.losses.watch()
  await clock.move(2000)
  mayHaveMissed()
  assert.equal(mayHaveMissed(), false)
  one.me.isSilent = true
  await clock.move(4000)
  assert.deepEqual([mayHaveMissed(), mayHaveMissed()], [true, true])
  one.me.isSilent = false
  await clock.move(2000)
  assert.deepEqual([mayHaveMissed(), mayHaveMissed()], [true, false])
  other.me.isCurrent = false
  assert.deepEqual([mayHaveMissed(), mayHaveMissed()], [true, true], 'another process may have come')
  other.me.isCurrent = true
  assert.equal(mayHaveMissed(), false)
  other.me.living = ['bbbbbbbb']
  for (const fn of other.me.changes) fn()
  assert.deepEqual([mayHaveMissed(), mayHaveMissed()], [true, false])
  other.me.living = ['bbbbbbbb', 'cccccccc']
  for (const fn of other.me.changes) fn()
  await clock.move(5000)
  assert.deepEqual([mayHaveMissed(), mayHaveMissed()], [true, true], 'one that is never heard')
})

test('R6 losses are told at most twice a second', async () => {
  const { clock, one, other } = startTwo()
  await clock.move(2000)
  let told = 0
  other.losses.onLoss(() => told++)
  for (let n = 0; n < 100; n++) {
    one.me.isSilent = n % 2 === 0
    one.bus.publish({ type: 'chat', account: 1, chat: 2, last: 3 })
    await clock.move(50)
  }
  assert.ok(told >= 5 && told <= 11, String(told))
})

const makeNewer = statement(
  'test_newer',
  `update chat set state = jsonb_set(state, '{last}', to_jsonb((state->>'last')::int + 1)), active_minute = $1`,
)

test(
  'R6 the chats are not read from the database while the bus loses nothing, and within two seconds after a loss',
  { skip: testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL' },
  async (t) => {
    const { clock, one, other } = startTwo()
    const server = await startTestServer({ kind: 'server', clock: handClock() })
    t.after(() => server.close())
    await server.visitor('vera').writes('hello')
    const { db } = server.services
    let reads = 0
    const counting = Object.assign(Object.create(db) as typeof db, {
      query: ((asked, values) => {
        reads++
        return db.query<never>(asked, values)
      }) as typeof db.query,
    })
    const chatEvents = makeChatEvents(other.bus, assert.ifError)
    const found: number[] = []
    chatEvents.subscribe({ onChangedElsewhere: ({ chat }) => found.push(chat) })
    const stop = watchChats({
      ...{ db: counting, clock, chatEvents, bus: other.bus, losses: other.losses },
      onError: (error) => assert.fail(String(error)),
    })
    await soon(() => reads > 0)
    await settle()
    for (let second = 0; second < 10; second++) {
      await clock.move(1000)
      await soon(() => true)
    }
    const before = reads
    await clock.move(120_000)
    assert.equal(reads, before, 'two minutes without a read')
    await db.query(makeNewer, [Math.floor(clock.now() / 60_000)])
    one.me.isSilent = true
    one.bus.publish({ type: 'chat', account: 1, chat: 1, last: 2 })
    one.me.isSilent = false
    await clock.move(2000)
    await soon(() => found.length > 0)
    await stop()
    other.losses.close()
    one.losses.close()
  },
)

test('R6 a loss in one account is told for that account alone; any other loss for all', async () => {
  const { clock, other } = startTwo()
  const [mayHaveMissed, missed] = [other.losses.watch(), other.losses.watchAccounts()]
  await clock.move(2000)
  mayHaveMissed()
  missed()
  assert.deepEqual([mayHaveMissed(), missed()], [false, new Set()])
  for (const fn of other.me.gaps) {
    fn(7)
    fn(8)
  }
  assert.deepEqual([mayHaveMissed(), missed(), missed()], [false, new Set([7, 8]), new Set()])
  for (const fn of other.me.gaps) {
    fn(7)
    fn()
  }
  assert.deepEqual([mayHaveMissed(), missed(), missed()], [true, 'all', new Set()])
})
