import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenOf } from './chosen.ts'

const button = { id: 'y', text: 'Yes' }

test('A31 a button chosen by its number is shown with its text, a button chosen by its text is not repeated', () => {
  assert.equal(chosenOf({ text: '1', button }), 'Yes')
  assert.equal(chosenOf({ text: ' yes ', button }), null)
  assert.equal(chosenOf({ text: 'yes' }), null)
})
