import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAnswers } from './find.ts'

const answers = [
  { id: 1, shared: true, title: 'Opening hours', shortcut: null, text: 'We are open from nine to five.', rank: 3 },
  { id: 2, shared: true, title: 'Hello', shortcut: 'hi', text: 'Hello there', rank: 2 },
  { id: 3, shared: false, title: 'High season', shortcut: 'season', text: 'We have much to do', rank: 1 },
]
const ids = (query: string) => findAnswers(query, answers).map(({ id }) => id)

test('without a query all answers stay in their order', () => {
  assert.deepEqual(ids(''), [1, 2, 3])
})

test('a shortcut is found before a title, a title before a text', () => {
  assert.deepEqual(ids('hi'), [2, 3])
  assert.deepEqual(ids('hours'), [1])
  assert.deepEqual(ids('nine'), [1])
  assert.deepEqual(ids('zzz'), [])
})
