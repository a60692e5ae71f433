import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handClock } from '../../test/clock.ts'
import { makeQuota } from './quota.ts'

test('T40 concurrent requests never get more than the whole quota', async () => {
  const clock = handClock()
  const hold = makeQuota(clock, { most: 10, within: 60_000 })
  const first = hold('ada', 6)
  assert.ok(first.ok)
  await clock.move(20_000)
  assert.deepEqual(hold('ada', 6), { ok: false, retryAfter: 40 })
  assert.ok(hold('bea', 6).ok)
  first.settle(4)
  const second = hold('ada', 6)
  assert.ok(second.ok)
  assert.equal(hold('ada', 1).ok, false)
  second.settle(0)
  assert.ok(hold('ada', 6).ok)
  await clock.move(40_000)
  assert.ok(hold('ada', 10).ok)
})
