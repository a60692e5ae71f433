import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { reconnectDelay } from './reconnect-delay.ts'

test('the first attempts come soon, later ones within 15 s', () => {
  assert.equal(reconnectDelay(1, 0.999), 999)
  assert.equal(reconnectDelay(3, 0.5), 2000)
  assert.equal(reconnectDelay(6, 1), 15_000)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
      const wait = reconnectDelay(attempt, chance)
      assert.ok(wait >= 0 && wait <= 15_000)
    }),
  )
})
