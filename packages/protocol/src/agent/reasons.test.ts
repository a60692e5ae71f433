import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill, findReason, REASONS, type ReasonCode } from './reasons.ts'

const VALUES = {
  kind: 'a private address',
  type: 'STICKER',
  status: '503',
  time: '3 seconds',
  count: '5',
  reason: REASONS.refused,
  code: 'no_chat',
  host: 'a.test',
  size: '2 MB',
  text: '550 no',
}

test('each clause is found again with its values, and no clause is taken for another', () => {
  for (const code of Object.keys(REASONS) as ReasonCode[]) {
    const found = findReason(fill(REASONS[code], VALUES))
    assert.equal(found?.code, code)
    for (const [name, value] of Object.entries(found.values)) assert.equal(value, VALUES[name as keyof typeof VALUES])
  }
})

test('the words of another server are no clause', () => {
  for (const text of ['', 'Blocked by the user', 'the server answered', 'the server answered yes'])
    assert.equal(findReason(text), undefined)
})
