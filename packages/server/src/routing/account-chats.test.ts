import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatState, Offer } from '@deskbell/rules'
import { makeAccountChats } from './account-chats.ts'

const QUEUE = { kind: 'queue' } as const
const held = (id: number) =>
  ({ owner: { kind: 'agent', agent: { id, name: `agent ${id}` } }, waitingSince: null }) as const
const offer = (to: number, by?: number): Offer => ({
  n: 7,
  to: { id: to, name: '' },
  until: 99,
  ...(by !== undefined && { by: { id: by, name: '' } }),
})
const stateOf = (part: Partial<ChatState>) =>
  ({ owner: QUEUE, waitingSince: 10, closedAt: null, openedAt: 1, ...part }) as ChatState
const loadOf = (chats: ReturnType<typeof makeAccountChats>, agent: number) => Object.fromEntries(chats.of(agent))

test('chats wait by channel and team in the order in which they began to', () => {
  const chats = makeAccountChats()
  const team = { id: 5, name: 'Sales' }
  chats.put({ id: 3, channel: 1, state: stateOf({ waitingSince: 30 }) })
  chats.put({ id: 9, channel: 1, state: stateOf({ waitingSince: 10 }) })
  chats.put({ id: 4, channel: 1, state: stateOf({ waitingSince: 10 }) })
  chats.put({ id: 5, channel: 1, state: stateOf({ department: team }) })
  chats.put({ id: 6, channel: 2, state: stateOf({}) })
  assert.equal(chats.hasWaiting, true)
  const queue = (channels: number[], most = 10) => chats.queue(channels, most).map(({ id, place }) => [id, place])
  assert.deepEqual(chats.parts(), [
    { channel: 1, team: null },
    { channel: 1, team: 5 },
    { channel: 2, team: null },
  ])
  assert.deepEqual(queue([1]), [
    [4, 1],
    [9, 2],
    [3, 3],
    [5, 1],
  ])
  assert.deepEqual(queue([1, 2], 1), [
    [4, 1],
    [5, 1],
    [6, 1],
  ])
  // One that moves on waits there alone, and a queue without chats is no part.
  chats.put({ id: 5, channel: 1, state: stateOf({}) })
  chats.remove(9)
  chats.put({ id: 6, channel: 2, state: stateOf({ closedAt: 50 }) })
  assert.deepEqual(chats.parts(), [{ channel: 1, team: null }])
  assert.deepEqual(queue([1]), [
    [4, 1],
    [5, 2],
    [3, 3],
  ])
  assert.deepEqual([4, 6, 9].map(chats.isWaiting), [true, false, false])
})

test('what is offered, snoozed, being closed, or asked for a message does not wait', () => {
  const chats = makeAccountChats()
  chats.put({ id: 1, channel: 1, state: stateOf({ offer: offer(8) }) })
  chats.put({ id: 2, channel: 1, state: stateOf({ overflow: { since: 1, been: [], form: true } }) })
  chats.put({ id: 3, channel: 1, state: stateOf({ waitingSince: null }) })
  assert.deepEqual(chats.parts(), [])
  assert.equal(chats.hasWaiting, false)
  assert.deepEqual(chats.offers(), [{ chat: 1, channel: 1, to: 8, offer: 7 }])
})

test('an agent has the chats that they hold and those that are offered to them, by channel', () => {
  const chats = makeAccountChats()
  chats.put({ id: 1, channel: 1, state: stateOf({ offer: offer(8) }) })
  chats.put({ id: 2, channel: 1, state: stateOf(held(8)) })
  chats.put({ id: 3, channel: 2, state: stateOf(held(8)) })
  chats.put({ id: 4, channel: 2, state: stateOf({ ...held(9), offer: offer(8, 9) }) })
  assert.deepEqual(loadOf(chats, 8), { 1: 2, 2: 2 })
  assert.deepEqual(loadOf(chats, 9), { 2: 1 })
  assert.deepEqual(
    chats.offers().map(({ chat, offer: n }) => [chat, n]),
    [
      [1, 7],
      [4, null],
    ],
  )
  // An offer that is accepted counts once, and a chat that is put aside or being closed does not count.
  chats.put({ id: 1, channel: 1, state: stateOf(held(8)) })
  assert.deepEqual(loadOf(chats, 8), { 1: 2, 2: 2 })
  chats.put({ id: 2, channel: 1, state: stateOf({ ...held(8), snoozed: { until: 5, agent: { id: 8, name: '' } } }) })
  chats.put({ id: 3, channel: 2, state: stateOf({ ...held(8), closing: { until: 5, agent: { id: 8, name: '' } } }) })
  chats.put({ id: 4, channel: 2, state: stateOf({ ...held(9), closedAt: 60 }) })
  assert.deepEqual(loadOf(chats, 8), { 1: 1 })
  assert.deepEqual(loadOf(chats, 9), {})
  assert.deepEqual(chats.offers(), [])
})

test('it is known when the router last gave an agent a chat', () => {
  const chats = makeAccountChats()
  assert.equal(chats.givenAt(8), 0)
  chats.gave(8, 55)
  assert.equal(chats.givenAt(8), 55)
})
