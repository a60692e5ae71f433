import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handClock, settle } from '../../test/clock.ts'
import { makeAtOnce, makeInTurn, type Bound, type Leave } from './at-once.ts'

test('T48 a place is taken under every key or none, and released once', () => {
  const places = makeAtOnce()
  const bounds = [
    ['address', 1],
    ['network', 2],
    ['all', 0],
  ] as const satisfies Bound[]
  const leave = places.enter(bounds)
  assert.deepEqual(places.full(bounds), ['address', 1])
  assert.equal(places.enter(bounds), undefined)
  assert.ok(places.enter([['network', 2]]))
  assert.deepEqual(places.full([['network', 2]]), ['network', 2])
  leave?.()
  leave?.()
  assert.equal(places.full([['network', 2]]), undefined)
  assert.equal(places.full([['network', 1]])?.[0], 'network')
})

function inTurn({ waiting = 10, within = 1000 } = {}) {
  const clock = handClock()
  const turns = makeInTurn({ clock, waiting, within })
  const entered: string[] = []
  const leaves = new Map<string, Leave | undefined>()
  return {
    clock,
    turns,
    entered,
    leave: (name: string) => leaves.get(name)?.(),
    async enters(name: string, ...bounds: Bound[]) {
      void turns.enter(bounds).then((leave) => {
        leaves.set(name, leave)
        entered.push(leave ? name : `${name} refused`)
      })
      await settle()
    },
  }
}

test('T46 calls without a place wait in order of arrival, and other keys do not wait with them', async () => {
  const { turns, entered, enters, leave } = inTurn()
  for (const name of ['a1', 'a2', 'a3']) await enters(name, ['a', 1], ['all', 3])
  await enters('b1', ['b', 1], ['all', 3])
  assert.deepEqual(entered.splice(0), ['a1', 'b1'])
  leave('a1')
  leave('a1')
  await settle()
  assert.deepEqual(entered.splice(0), ['a2'])
  leave('a2')
  await settle()
  assert.deepEqual(entered.splice(0), ['a3'])
  leave('a3')
  leave('b1')
  assert.equal(turns.size, 0)
})

test('T46 a place that another key releases goes to a waiting call', async () => {
  const { entered, enters, leave } = inTurn()
  await enters('a1', ['a', 2], ['all', 1])
  await enters('b1', ['b', 2], ['all', 1])
  assert.deepEqual(entered, ['a1'])
  leave('a1')
  await settle()
  assert.deepEqual(entered, ['a1', 'b1'])
})

test('T46 a call that waits too long, or with too many others, is refused', async () => {
  const { clock, entered, enters, leave } = inTurn({ waiting: 1, within: 1000 })
  for (const name of ['a1', 'a2', 'a3']) await enters(name, ['a', 1])
  assert.deepEqual(entered.splice(0), ['a1', 'a3 refused'])
  await clock.move(1000)
  assert.deepEqual(entered.splice(0), ['a2 refused'])
  leave('a1')
  await enters('a4', ['a', 1])
  assert.deepEqual(entered, ['a4'])
})
