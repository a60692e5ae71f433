import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toClock } from './duration.ts'

test('a duration is shown as a clock shows it, and none is below zero', () => {
  assert.deepEqual([0, 7000, 192_900, 3_765_000, -5].map(toClock), ['0:00', '0:07', '3:12', '1:02:45', '0:00'])
})
