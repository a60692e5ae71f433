import assert from 'node:assert/strict'
import { test } from 'node:test'
import { previewOf } from './preview.ts'

const ME = 1
const line = { last: 3, preview: 'good day', previewFrom: 'agent' as const, bot: null }
const ofVisitor = { ...line, previewFrom: 'visitor' as const }

test("an agent's message is shown with its author’s name", () => {
  const text = 'good day'
  assert.deepEqual(previewOf({ ...line, previewAgent: { id: ME, name: 'Ann' } }, ME), { author: 'You', text })
  assert.deepEqual(previewOf({ ...line, previewAgent: { id: 2, name: 'Bob' } }, ME), { author: 'Bob', text })
  // A chat from before the server stored the author.
  assert.deepEqual(previewOf(line, ME), { author: 'Agent', text })
})

test("a visitor's message has no author, a file without text is named", () => {
  assert.deepEqual(previewOf(ofVisitor, ME), { author: null, text: 'good day' })
  assert.deepEqual(previewOf({ ...ofVisitor, preview: '' }, ME), { author: null, text: 'File' })
})

test("a bot's message is shown with the bot's name", () => {
  const said = { ...line, previewFrom: 'bot' as const }
  assert.deepEqual(previewOf({ ...said, bot: { id: 1, name: 'Helper' } }, ME), { author: 'Helper', text: 'good day' })
  assert.equal(previewOf(said, ME).author, 'Bot')
})

test('the preview of an erased chat says that it was erased', () => {
  assert.deepEqual(previewOf({ ...line, preview: '', erased: true }, ME), { author: null, text: 'Erased' })
})
