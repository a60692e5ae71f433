import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rank, scoreOf } from './rank.ts'

const items = ['Close chat', 'Closed chats', 'Open the next waiting chat', 'Go to channels', 'Réponses'].map(
  (title) => ({
    id: title,
    title,
  }),
)
const titles = (query: string, recent: readonly string[] = []) => rank(query, items, recent).map(({ title }) => title)

test('the beginning of words is found before their middle, and a whole word before its beginning', () => {
  assert.deepEqual(titles('close'), ['Close chat', 'Closed chats'])
  assert.equal(titles('wait')[0], 'Open the next waiting chat')
})

test('initials, accents, case and the order of words do not matter', () => {
  assert.equal(titles('onwc')[0], 'Open the next waiting chat')
  assert.deepEqual(titles('REPONSES'), ['Réponses'])
  assert.equal(titles('chat close')[0], 'Close chat')
})

test('each word of the query must fit', () => {
  assert.equal(scoreOf('close bananas', 'Close chat'), null)
  assert.deepEqual(titles('zz'), [])
})

test('among equals the recent one is first', () => {
  assert.equal(titles('cl', ['Closed chats'])[0], 'Closed chats')
})
