import assert from 'node:assert/strict'
import { test } from 'node:test'
import { colourful } from './emoji.ts'

test('symbols that are emoji get the selector of coloured emoji, once', () => {
  assert.equal(colourful('I ❤ it ☺'), 'I ❤\uFE0F it ☺\uFE0F')
  assert.equal(colourful('❤\uFE0F'), '❤\uFE0F')
  assert.equal(colourful('❤❤'), '❤\uFE0F❤\uFE0F')
})

test('a symbol whose author chose text, an emoji in colour anyway, and signs are left alone', () => {
  for (const text of ['❤\uFE0E', '☝🏽', '✅ ⭐ 😀', '© ® ™ → 1 # *', '✓ ✗ ♔']) assert.equal(colourful(text), text)
})
