import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeHeardNumbers, makeSentNumbers } from './numbers.ts'

test('R6 messages of each account are numbered, and a beat says how many were sent of which since the last one', () => {
  const sent = makeSentNumbers()
  assert.deepEqual([sent.next(7), sent.next(7), sent.next(8), sent.next(7)], [1, 2, 1, 3])
  assert.deepEqual(sent.take(), [
    [7, 3],
    [8, 1],
  ])
  sent.next(8)
  assert.deepEqual(sent.take(), [[8, 2]])
  assert.deepEqual(sent.take(), [])
})

test('R6 a missing message is noticed with the next one of its sender and account, or with the beat', () => {
  const heard = makeHeardNumbers()
  assert.equal(heard.heard('a', 7, 12), true, 'what came before the first one is not known')
  assert.equal(heard.heard('a', 7, 13), false)
  assert.equal(heard.heard('a', 7, 15), true, '14 is missing')
  assert.equal(heard.heard('a', 7, 14), false, 'it came late')
  assert.equal(heard.heard('a', 7, 16), false)
  assert.equal(heard.reached('a', 7, 16), false)
  assert.equal(heard.reached('a', 7, 17), true, 'the last one is missing')
  assert.equal(heard.reached('a', 7, 17), false, 'told once')
  assert.equal(heard.heard('b', 7, 1), true, 'another sender')
  assert.equal(heard.reached('a', 8, 1), true, 'another account')
  heard.forget(7)
  assert.equal(heard.heard('a', 7, 18), true, 'joined again: what came meanwhile is not known')
})
