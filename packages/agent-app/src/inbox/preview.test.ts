import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isolate } from '../words/isolate.ts'
import { previewOf } from './preview.ts'

const ME = 1
const line = { last: 3, preview: 'good day', previewFrom: 'agent' as const, bot: null }

test("an agent's message is shown with its author’s name", () => {
  assert.equal(previewOf({ ...line, previewAgent: { id: ME, name: 'Ann' } }, ME), `${isolate('You')}: good day`)
  assert.equal(previewOf({ ...line, previewAgent: { id: 2, name: 'Bob' } }, ME), `${isolate('Bob')}: good day`)
  // A chat from before the server stored the author.
  assert.equal(previewOf(line, ME), `${isolate('Agent')}: good day`)
})

test("a visitor's message has no author, a file without text is named", () => {
  assert.equal(previewOf({ ...line, previewFrom: 'visitor' }, ME), 'good day')
  assert.equal(previewOf({ ...line, preview: '', previewFrom: 'visitor' }, ME), 'File')
})

test("a bot's message is shown with the bot's name", () => {
  const said = { ...line, previewFrom: 'bot' as const }
  assert.equal(previewOf({ ...said, bot: { id: 1, name: 'Helper' } }, ME), 'Helper: good day')
  assert.equal(previewOf(said, ME), 'Bot: good day')
})

test('the preview of an erased chat says that it was erased', () => {
  assert.equal(previewOf({ ...line, preview: '', erased: true }, ME), 'Erased')
})
