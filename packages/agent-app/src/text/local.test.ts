import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromLocal, toLocal } from './local.ts'

test('a time is written to a field and read back to the minute', () => {
  const at = Date.UTC(2026, 2, 3, 14, 5)
  assert.match(toLocal(at), /^2026-03-0\dT\d\d:\d5$/)
  assert.equal(fromLocal(toLocal(at + 59_999)), at)
})

test('an empty field gives null', () => {
  assert.equal(fromLocal(''), null)
  assert.equal(fromLocal('2026-13-45T99:99'), null)
})
