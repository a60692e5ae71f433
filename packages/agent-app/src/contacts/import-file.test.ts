import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessKinds, nextBatch, toLine } from './import-file.ts'

test('the kinds of columns are guessed by their names, each once', () => {
  assert.deepEqual(guessKinds(['Name', 'E-mail', 'Mail', 'Phone number', 'Company', '', 'contact', 'external id']), [
    'name',
    'email',
    'skip',
    'phone',
    'field',
    'skip',
    'skip',
    'externalId',
  ])
})

test('columns of our own export that no import changes are skipped', () => {
  assert.deepEqual(guessKinds(['contact', 'chats', 'no rating mails since', 'Plan']), ['skip', 'skip', 'skip', 'field'])
})

test('a row becomes a line with the cells that are not empty', () => {
  const titles = ['Name', 'Plan', 'City']
  assert.deepEqual(toLine({ line: 4, cells: [' Ivy ', '', 'Bonn', 'more'] }, titles, ['name', 'field', 'field']), {
    line: 4,
    name: 'Ivy',
    fields: [{ title: 'City', content: 'Bonn' }],
  })
})

test('a request takes as many lines as its limits allow, and at least one', () => {
  const lines = Array.from({ length: 500 }, (_, i) => ({ line: i + 1, name: 'x' }))
  assert.equal(nextBatch(lines, 0, 100).length, 100)
  assert.equal(nextBatch(lines, 450, 100).length, 50)
  const long = lines.map((line) => ({ ...line, name: 'x'.repeat(20_000) }))
  assert.equal(nextBatch(long, 3, 100).length, 1)
  const wide = lines.map((line) => ({
    ...line,
    fields: Array.from({ length: 47 }, () => ({ title: 'a', content: 'b' })),
  }))
  assert.equal(nextBatch(wide, 0, 100).length, 8)
})
