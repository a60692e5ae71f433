import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pace } from './pace.ts'

test('the first attempts come soon, later ones within 15 s', () => {
  assert.equal(pace(1, 0.999), 999)
  assert.equal(pace(3, 0.5), 2000)
  assert.equal(pace(6, 1), 15_000)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
      const wait = pace(attempt, chance)
      assert.ok(wait >= 0 && wait <= 15_000)
    }),
  )
})
