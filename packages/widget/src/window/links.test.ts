import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toTexts } from './links.ts'

test('a symbol that is an emoji is drawn as one, and other characters stay', () => {
  assert.deepEqual(toTexts('I ❤ it'), ['I ❤\uFE0F it'])
  for (const text of ['❤\uFE0F', '❤\uFE0E', '☝🏽', '✅ ⭐ 😀', '→ 1 # *', '✓ ♔']) assert.deepEqual(toTexts(text), [text])
})
