import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bus, BusMessage } from '../../src/realtime/bus/bus.ts'
import { makeLookers } from '../../src/realtime/lookers.ts'
import { handClock, machineIn } from '../clock.ts'
import { aProcess, localBus } from './a-process.ts'

/** Two processes on two machines, and a bus between them that the test may cut. */
function startTwo() {
  const world = handClock()
  const [here, there] = [machineIn(world, 0), machineIn(world, 7000)]
  const subscribers: ((message: BusMessage) => void)[][] = [[], []]
  const line = { cut: false, sent: 0 }
  const busOf = (mine: number): Bus => ({
    ...localBus,
    publish(message) {
      line.sent++
      if (!line.cut) for (const fn of subscribers[1 - mine] ?? []) fn(message)
    },
    subscribe(fn) {
      subscribers[mine]?.push(fn)
      return () => {}
    },
  })
  const start = (clock: typeof here, mine: number) =>
    makeLookers({ clock, processes: aProcess(), bus: busOf(mine), shared: true })
  return { world, here, line, one: start(here, 0), other: start(there, 1) }
}

const window = { account: 1, agentId: 5 }
const other = { account: 1, agentId: 5 }

test('N8 another process knows at once who looks at a chat, and when a window closes', async () => {
  const two = startTwo()
  const changed: number[] = []
  two.other.onChange((_account, chat) => changed.push(chat))
  two.one.look(window, { chat: 9 })
  assert.deepEqual(two.other.of(1, 9), [{ agent: 5, note: false }])
  assert.deepEqual(two.other.of(2, 9), [], 'of another account')
  assert.deepEqual([...two.other.chats(1)], [9])
  await two.world.move(250)
  two.one.look(other, { chat: 9, note: true })
  assert.deepEqual(two.other.of(1, 9), [{ agent: 5, note: true }])
  await two.world.move(250)
  two.one.look(other, undefined)
  await two.world.move(250)
  assert.deepEqual(two.other.of(1, 9), [{ agent: 5, note: false }], 'the first window still shows it')
  two.one.look(window, undefined)
  await two.world.move(250)
  assert.deepEqual(two.other.of(1, 9), [])
  assert.deepEqual(changed, [9, 9, 9, 9])
})

test('N8 windows that change many times a second cause four messages a second, and the last state arrives', async () => {
  const two = startTwo()
  for (let chat = 1; chat <= 100; chat++) {
    two.one.look(window, { chat })
    await two.world.move(10)
  }
  await two.world.move(250)
  assert.ok(two.line.sent <= 6, String(two.line.sent))
  assert.deepEqual([...two.other.chats(1)], [100])
})

test('N8 what a lost message told is told again within 10 s', async () => {
  const two = startTwo()
  two.line.cut = true
  two.one.look(window, { chat: 9 })
  await two.world.move(5000)
  two.line.cut = false
  assert.deepEqual(two.other.of(1, 9), [])
  await two.world.move(5000)
  assert.deepEqual(two.other.of(1, 9), [{ agent: 5, note: false }])
})

test('N8 the windows of a process that has died are gone within 35 s; one that stops says so at once', async () => {
  const two = startTwo()
  two.one.look(window, { chat: 9 })
  two.here.die()
  await two.world.move(20_000)
  assert.equal(two.other.of(1, 9).length, 1)
  await two.world.move(15_000)
  assert.deepEqual(two.other.of(1, 9), [])

  const next = startTwo()
  next.one.look(window, { chat: 9 })
  next.one.close()
  assert.deepEqual(next.other.of(1, 9), [])
})
