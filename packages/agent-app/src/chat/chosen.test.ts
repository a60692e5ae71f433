import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenOf } from './chosen.ts'

const button = { id: 'y', text: 'Yes' }

test('A31 an answer that was chosen by its number is said in words, one that was written out is not said twice', () => {
  assert.equal(chosenOf({ text: '1', button }), 'Yes')
  assert.equal(chosenOf({ text: ' yes ', button }), null)
  assert.equal(chosenOf({ text: 'yes' }), null)
})
