import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLookup } from './lookup.ts'

test('an account that is read again has only its new names', () => {
  const lookup = makeLookup()
  lookup.replace(1, [
    ['a', 10],
    ['b', 11],
  ])
  lookup.replace(2, [['c', 20]])
  lookup.replace(1, [['b', 12]])
  assert.deepEqual(
    ['a', 'b', 'c'].map((name) => lookup.find(name)),
    [undefined, { account: 1, id: 12 }, { account: 2, id: 20 }],
  )
  lookup.replace(1, [])
  assert.deepEqual([lookup.find('b'), lookup.find('c')?.id], [undefined, 20])
})

test('a name that moves to another account is found there, whichever of the two is read first', () => {
  for (const first of [1, 2]) {
    const lookup = makeLookup()
    lookup.replace(1, [['token', 10]])
    const read = { 1: () => lookup.replace(1, []), 2: () => lookup.replace(2, [['token', 20]]) }
    read[first === 1 ? 1 : 2]()
    read[first === 1 ? 2 : 1]()
    assert.deepEqual(lookup.find('token'), { account: 2, id: 20 })
  }
})
