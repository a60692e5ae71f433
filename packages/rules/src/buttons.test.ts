import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buttonOf } from './index.ts'

const buttons = [
  { id: 'yes', text: 'Yes, please' },
  { id: '42', text: 'No' },
  { id: 'later', text: 'Ask me later' },
]

const replies: [reply: string, id: string | undefined][] = [
  ['1', 'yes'],
  ['1)', 'yes'],
  [' 2. ', '42'],
  ['no', '42'],
  ['YES, PLEASE', 'yes'],
  ['later', 'later'],
  ['42', '42'],
  ['4', undefined],
  ['0', undefined],
  ['', undefined],
  ['yes please', undefined],
]
for (const [reply, id] of replies)
  test(`A31 the reply <${reply}> means ${id ?? 'no button'}`, () => assert.equal(buttonOf(reply, buttons)?.id, id))

test('A31 two buttons with the same text are chosen by number only', () => {
  const alike = [
    { id: 'a', text: 'Ok' },
    { id: 'b', text: 'ok' },
  ]
  assert.equal(buttonOf('OK', alike), undefined)
  assert.equal(buttonOf('2', alike)?.id, 'b')
})

test('A31 each button is found by its number, whatever its text', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.string(), text: fc.string() }), { minLength: 1, maxLength: 3 }), (some) => {
      for (const [i, button] of some.entries()) assert.equal(buttonOf(String(i + 1), some), button)
    }),
  )
})
