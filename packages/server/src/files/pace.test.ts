import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handClock } from '../../test/clock.ts'
import { makePace } from './pace.ts'

const MB = 1_000_000

test('T46 clients of one network read 8 MB of files at once and then 40 MB a second, whatever the number of connections', async () => {
  const clock = handClock()
  const pace = makePace(clock)
  let read = 0
  const reads = Array.from({ length: 16 }, async () => {
    for (let i = 0; i < 10; i++) {
      await pace('192.0.2.0/24', MB)
      read += MB
    }
  })
  await clock.move(0)
  assert.equal(read, 8 * MB)
  await clock.move(1000)
  assert.equal(read, 48 * MB)
  await clock.move(3000)
  await Promise.all(reads)
  assert.equal(read, 160 * MB)
})

test('T46 a network does not wait for another one, and has its whole allowance again after a rest', async () => {
  const clock = handClock()
  const pace = makePace(clock)
  const passes = async (key: string, bytes: number) => {
    let isOver = false
    void pace(key, bytes).then(() => (isOver = true))
    await clock.move(0)
    return isOver
  }
  assert.equal(await passes('192.0.2.0/24', 8 * MB), true)
  assert.equal(await passes('192.0.2.0/24', MB), false)
  assert.equal(await passes('198.51.100.0/24', 8 * MB), true)
  await clock.move(1000)
  assert.equal(await passes('192.0.2.0/24', 8 * MB), true)
})
