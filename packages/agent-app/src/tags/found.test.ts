import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tag } from '@deskbell/protocol/agent/tag'
import { foundTags, isTaken } from './found.ts'

const tags = ['Urgent refund', 'Refund', 'Café'].map((name, id): Tag => ({ id, name, colour: 'grey' }))
const names = (typed: string) => foundTags(tags, typed).map(({ name }) => name)

test('tags are found by a part of their name, ignoring case and accents; those that begin with it come first', () => {
  assert.deepEqual(names('REF'), ['Refund', 'Urgent refund'])
  assert.deepEqual(names('cafe'), ['Café'])
  assert.deepEqual(names(''), ['Urgent refund', 'Refund', 'Café'])
  assert.deepEqual(names('x'), [])
})

test('a name is taken whatever its case', () => {
  assert.equal(isTaken(tags, ' refund '), true)
  assert.equal(isTaken(tags, 'refun'), false)
})
