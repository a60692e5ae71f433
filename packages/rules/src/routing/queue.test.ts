import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOfQueue, placesOf, queueOf, type QueuedChat } from './queue.ts'

const chat = (id: number, waitingSince: number, more: Partial<QueuedChat> = {}): QueuedChat => ({
  id,
  waitingSince,
  priority: 0,
  queue: 'a',
  ...more,
})
const places = (...chats: QueuedChat[]) => Object.fromEntries(placesOf(chats))

test('W25 the queue of a chat is that of its team in every channel, else that of its channel', () => {
  const names = [queueOf(3, undefined), queueOf(3, 7), queueOf(4, 7), queueOf(7, undefined)].map(nameOfQueue)
  assert.deepEqual(names, ['0:3', '7:0', '7:0', '0:7'])
})

test('W25 places count from 1 in each queue: the higher priority first, then who waits longest, then the lower number', () => {
  assert.deepEqual(places(), {})
  assert.deepEqual(places(chat(5, 30), chat(2, 10), chat(9, 20)), { 2: 1, 9: 2, 5: 3 })
  assert.deepEqual(places(chat(5, 10), chat(2, 10)), { 2: 1, 5: 2 })
  assert.deepEqual(places(chat(5, 10), chat(2, 90, { priority: 3 }), chat(3, 20)), { 2: 1, 5: 2, 3: 3 })
  const apart = [chat(1, 10), chat(2, 20, { queue: 'b' }), chat(3, 30), chat(4, 40, { queue: 'b', priority: 1 })]
  assert.deepEqual(places(...apart), { 1: 1, 3: 2, 4: 1, 2: 2 })
})

test('W25 a chat that comes later, or a chat that goes, never makes a place grow', () => {
  const waiting = Array.from({ length: 30 }, (_, i) => chat(i + 1, (i * 7) % 13, { priority: i % 3 }))
  const before = placesOf(waiting)
  const after = placesOf([...waiting.filter(({ id }) => id % 4 !== 0), chat(99, 1000)])
  for (const [id, place] of after) if (id !== 99) assert.ok(place <= (before.get(id) ?? 0), `chat ${id}`)
})
