import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rankAfterUse } from './rank.ts'

const DAY = 24 * 3600 * 1000
const used = (...days: number[]) => days.reduce((rank, day) => rankAfterUse(rank, (1000 + day) * DAY), 0)

test('more uses rank higher, and recent uses higher than old ones', () => {
  assert.ok(used(0, 0, 0) > used(0, 0))
  assert.ok(used(1) > used(0))
  assert.ok(used(0, 0, 0, 28) > used(28))
  // Three uses four weeks ago count less than one now.
  assert.ok(used(28) > used(0, 0, 0))
  // Eight of them count more.
  assert.ok(used(0, 0, 0, 0, 0, 0, 0, 0) > used(28))
})

test('the order of uses does not matter', () => {
  assert.ok(Math.abs(used(0, 5, 9) - used(9, 0, 5)) < 1e-9)
})
