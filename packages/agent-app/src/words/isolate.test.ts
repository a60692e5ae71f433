import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { en } from './en.ts'
import { isolate } from './isolate.ts'

const names = fc
  .array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u202e', '\u2069', '\u2068', '\u200f', 'ل', 'ש', 'Bob')),
  )
  .map((parts) => parts.join(''))

test('T7 a name in a sentence cannot reverse the words after it', () => {
  fc.assert(
    fc.property(names, (name) => {
      const inner = isolate(name).replace(/^\u2068([^]*)\u2069$/, '$1')
      assert.doesNotMatch(inner, /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
    }),
  )
  assert.equal(en.chat.heldBy('a\u2069\u202eb'), 'ab is handling this chat.')
})

test('T7 a name in the other writing direction is isolated, and other names are unchanged', () => {
  assert.equal(isolate('ليلى'), '\u2068ليلى\u2069')
  assert.equal(isolate('Zoë Müller'), 'Zoë Müller')
})
