import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buttonsAsText } from './plain.ts'

const buttons = [
  { id: 'yes', text: 'Yes, please' },
  { id: '42', text: 'No' },
  { id: 'later', text: 'Ask me later' },
]

test('A31 buttons are a title and numbered lines', () => {
  assert.equal(buttonsAsText('Shall we?', buttons), 'Shall we?\n1) Yes, please\n2) No\n3) Ask me later')
})
