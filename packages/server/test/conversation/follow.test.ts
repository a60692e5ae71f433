import assert from 'node:assert/strict'
import { test } from 'node:test'
import { opened, type ChatState, type Entry } from '@deskbell/rules'
import type { BusMessage } from '../../src/realtime/bus/bus.ts'
import { localBus } from '../realtime/a-process.ts'
import { makeChatEvents } from '../../src/realtime/chat-events.ts'
import { follow } from '../../src/conversation/follow.ts'
import type { VisitorFacts } from '../../src/conversation/commit/input.ts'
import { handClock, settle } from '../clock.ts'

const entry = (n: number): Entry => ({ type: 'message', from: 'visitor', id: `${n}`, text: `text ${n}`, n, at: n })

/** A follower of a log to which the test adds entries, with reads that fail as often as the test says. */
function following() {
  const clock = handClock()
  const faults: unknown[] = []
  const chatEvents = makeChatEvents(localBus, (error) => faults.push(error))
  const log: Entry[] = []
  const seen: number[] = []
  let reads = 0
  let failures = 0
  const stop = follow({
    clock,
    chatEvents,
    account: 1,
    chat: 1,
    asker: undefined,
    after: 0,
    async read(after) {
      reads++
      if (failures > 0) {
        failures--
        throw new Error('the database is down')
      }
      const rest = log.filter(({ n }) => n > after)
      return { entries: rest.slice(0, 2), more: rest.length > 2 }
    },
    deliver: (entries) => void seen.push(...entries.map(({ n }) => n)),
    onError() {},
  })
  return {
    clock,
    chatEvents,
    faults,
    seen,
    stop,
    /** Commits `count` entries in another process, with or without a chat event. */
    grows(count: number, publishes = true) {
      for (let i = 0; i < count; i++) log.push(entry(log.length + 1))
      if (publishes) chatEvents.changedElsewhere({ account: 1, chat: 1, last: log.length })
    },
    fails: (times: number) => void (failures = times),
    reads: () => reads,
  }
}

test('a follower receives every entry once and in order, page by page', async () => {
  const { grows, seen, stop } = following()
  grows(5)
  await settle()
  assert.deepEqual(seen, [1, 2, 3, 4, 5])
  stop()
})

test('a follower whose read failed reads again a second later without an event, once for all events meanwhile', async () => {
  const { clock, grows, fails, reads, seen, stop } = following()
  await settle()
  fails(10)
  for (let i = 0; i < 10; i++) {
    grows(1)
    await settle()
  }
  assert.deepEqual(seen, [])
  const before = reads()
  await clock.move(1000)
  assert.deepEqual(seen, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  assert.equal(reads() - before, 5)
  await clock.move(5000)
  assert.equal(reads() - before, 5)
  stop()
})

test('a subscriber that throws is reported, and the others still receive the event', async () => {
  const { chatEvents, faults, grows, seen, stop } = following()
  const fault = new Error('no such thing')
  chatEvents.subscribe({
    onChangedElsewhere() {
      throw fault
    },
  })
  const received: unknown[] = []
  chatEvents.subscribe({ onChangedElsewhere: (wake) => received.push(wake) })
  grows(2)
  await settle()
  assert.deepEqual(faults, [fault])
  assert.equal(received.length, 1)
  assert.deepEqual(seen, [1, 2])
  stop()
})

test('entries that another process tells are forwarded without a read; after a gap they are read', async () => {
  const { chatEvents, grows, seen, reads, stop } = following()
  grows(1)
  await settle()
  const before = reads()
  const tell = (n: number) => {
    const state = { ...opened(1), last: n }
    const changed = { account: 1, chat: 1, state, visitor: {} as VisitorFacts, entries: [entry(n)] }
    chatEvents.changedElsewhere({ account: 1, chat: 1, last: n, changed })
  }
  grows(1, false)
  tell(2)
  await settle()
  assert.deepEqual([seen, reads() - before], [[1, 2], 0])
  grows(2, false)
  tell(4)
  await settle()
  assert.deepEqual([seen, reads() - before], [[1, 2, 3, 4], 1])
  stop()
})

test('A20 the event for other processes says whether an agent or the visitor wrote, and whether the router has work', () => {
  const received: BusMessage[] = []
  const chatEvents = makeChatEvents({ ...localBus, publish: (message) => received.push(message) }, assert.ifError)
  const agent = { id: 1, name: 'Ann' }
  const waiting = { ...opened(1), last: 1 }
  const held: ChatState = { ...waiting, owner: { kind: 'agent', agent }, waitingSince: null }
  for (const [state, said] of [
    [held, entry(1)],
    [held, { ...entry(1), from: 'agent', agent } as Entry],
    [waiting, entry(1)],
  ] as const)
    chatEvents.committed([{ account: 1, chat: 1, state, visitor: {} as VisitorFacts, entries: [said] }])
  const told = received.map((message) => {
    assert.ok(message.type === 'chat')
    const { changed, ...rest } = message
    assert.equal(changed?.entries.length, 1)
    return rest
  })
  assert.deepEqual(told, [
    { type: 'chat', account: 1, chat: 1, last: 1, visitorWrote: true },
    { type: 'chat', account: 1, chat: 1, last: 1, agentWrote: true },
    { type: 'chat', account: 1, chat: 1, last: 1, visitorWrote: true, routing: true },
  ])
})

test('T46 a page is read after `enter` resolves, and `leave` is called after the page was delivered or could not be read', async () => {
  const order: string[] = []
  const entered = Promise.withResolvers<void>()
  const handed = Promise.withResolvers<void>()
  let fails = true
  const clock = handClock()
  const stop = follow({
    clock,
    chatEvents: makeChatEvents(localBus, () => {}),
    account: 1,
    chat: 1,
    asker: undefined,
    after: 0,
    async enter() {
      order.push('enter')
      await entered.promise
      return () => void order.push('leave')
    },
    async read() {
      order.push('read')
      if (fails) throw new Error('the database is down')
      return { entries: [entry(1)], more: false }
    },
    async deliver() {
      order.push('deliver')
      await handed.promise
    },
    onError() {},
  })
  await settle()
  assert.deepEqual(order.splice(0), ['enter'])
  entered.resolve()
  await settle()
  assert.deepEqual(order.splice(0), ['read', 'leave'])
  fails = false
  await clock.move(1000)
  assert.deepEqual(order.splice(0), ['enter', 'read', 'deliver'])
  handed.resolve()
  await settle()
  assert.deepEqual(order, ['leave'])
  stop()
})
