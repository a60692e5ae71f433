import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDuration } from './time.ts'

test('a duration has minutes and seconds, and hours where there are some', () => {
  for (const [ms, text] of [
    [-5, '0:00'],
    [999, '0:00'],
    [61_000, '1:01'],
    [599_999, '9:59'],
    [3_600_000, '1:00:00'],
    [3_661_000, '1:01:01'],
  ] as const)
    assert.equal(toDuration(ms), `\u2066${text}\u2069`)
})
