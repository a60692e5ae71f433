import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rememberExhausted } from './exhausted.ts'

const OF = { account: 1, chat: 7, what: 'waiting', agent: null } as const

test('N1 an exhausted alert is remembered for ten seconds, for its chat, cause and agent alone', () => {
  const exhausted = rememberExhausted()
  assert.equal(exhausted.has(OF, 1000), false)
  exhausted.ended(OF, 1000)
  assert.equal(exhausted.has(OF, 10_999), true)
  assert.equal(exhausted.has(OF, 11_000), false)
  for (const other of [{ account: 2 }, { chat: 8 }, { what: 'message' as const }, { agent: 3 }])
    assert.equal(exhausted.has({ ...OF, ...other }, 2000), false)
})

test('N1 a later end of the same alert counts', () => {
  const exhausted = rememberExhausted()
  exhausted.ended(OF, 1000)
  exhausted.ended({ ...OF, chat: 8 }, 5000)
  exhausted.ended(OF, 9000)
  assert.equal(exhausted.has(OF, 18_999), true)
  assert.equal(exhausted.has({ ...OF, chat: 8 }, 14_999), true)
})
