import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isComposing } from './composing.ts'

const ENTER = 13

test('a key of an input method is recognized during the composition, and in WebKit also at its end', () => {
  assert.equal(isComposing({ isComposing: true, keyCode: ENTER }), true)
  assert.equal(isComposing({ isComposing: false, keyCode: 229 }), true)
  assert.equal(isComposing({ isComposing: false, keyCode: ENTER }), false)
})
