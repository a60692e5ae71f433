import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Disconnected } from './errors.ts'
import { coalesce } from './coalesce.ts'

test('calls during a query go into the next query, and each gets its own answer', async () => {
  const batches: number[][] = []
  const ask = coalesce(async (batch: readonly number[]) => {
    batches.push([...batch])
    await new Promise((tick) => setImmediate(tick))
    return batch.map((one) => one * 2)
  })
  const first = [ask(1), ask(2)]
  await new Promise((tick) => setImmediate(tick))
  const answers = await Promise.all([...first, ask(3), ask(4), ask(5)])
  assert.deepEqual(answers, [2, 4, 6, 8, 10])
  assert.deepEqual(batches, [
    [1, 2],
    [3, 4, 5],
  ])
})

test('a call that the database rejects fails alone', async () => {
  const ask = coalesce(async (batch: readonly number[]) => {
    if (batch.includes(2)) throw new Error('no 2')
    return batch
  })
  const outcomes = await Promise.allSettled([ask(1), ask(2), ask(3)])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('when the database is unreachable, all calls fail at once', async () => {
  let asked = 0
  const ask = coalesce(async (): Promise<never[]> => {
    asked++
    throw new Disconnected('away')
  })
  const outcomes = await Promise.allSettled([ask(1), ask(2)])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(asked, 1)
})
