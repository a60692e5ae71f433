import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buttonOf, buttonsAsText, markdownAsText } from './plain.ts'

const buttons = [
  { id: 'yes', text: 'Yes, please' },
  { id: '42', text: 'No' },
  { id: 'later', text: 'Ask me later' },
]

test('A31 buttons are a title and numbered lines', () => {
  assert.equal(buttonsAsText('Shall we?', buttons), 'Shall we?\n1) Yes, please\n2) No\n3) Ask me later')
})

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

test('A31 two buttons that read alike are told apart by their number only', () => {
  const alike = [
    { id: 'a', text: 'Ok' },
    { id: 'b', text: 'ok' },
  ]
  assert.equal(buttonOf('OK', alike), undefined)
  assert.equal(buttonOf('2', alike)?.id, 'b')
})

test('A31 each button is found again by its number, whatever its text', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.string(), text: fc.string() }), { minLength: 1, maxLength: 3 }), (some) => {
      for (const [i, button] of some.entries()) assert.equal(buttonOf(String(i + 1), some), button)
    }),
  )
})

const marks: [string, string][] = [
  ['plain', 'plain'],
  ['**bold** and *italic* and _italic_ and __bold__', 'bold and italic and italic and bold'],
  ['see [the page](https://shop.test/a_b)', 'see the page (https://shop.test/a_b)'],
  ['[https://x.test](https://x.test)', 'https://x.test'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['snake_case_name', 'snake_case_name'],
  ['**unclosed', '**unclosed'],
  ['<b>tags</b> stay', '<b>tags</b> stay'],
]
for (const [from, to] of marks) test(`A31 markdown <${from}> as text`, () => assert.equal(markdownAsText(from), to))

test('A31 hostile markdown takes no time', () => {
  for (const hostile of [
    '*'.repeat(10_000),
    '_a'.repeat(5_000),
    '['.repeat(10_000),
    '[a]('.repeat(2_500),
    '**a'.repeat(3_000),
  ]) {
    const began = performance.now()
    markdownAsText(hostile)
    assert.ok(performance.now() - began < 500, hostile.slice(0, 10))
  }
})
