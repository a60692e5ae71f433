import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neighboursOf } from './prefetch.ts'

test('the next chat is read before the one above and the one after the next', () => {
  const ids = [10, 11, 12, 13, 14]
  assert.deepEqual(neighboursOf(ids, 11), [12, 10, 13])
  assert.deepEqual(neighboursOf(ids, 10), [11, 12])
  assert.deepEqual(neighboursOf(ids, 14), [13])
  // No chat is open, or it has left the list.
  assert.deepEqual(neighboursOf(ids, null), [10, 11])
  assert.deepEqual(neighboursOf(ids, 99), [10, 11])
  assert.deepEqual(neighboursOf([], null), [])
})
