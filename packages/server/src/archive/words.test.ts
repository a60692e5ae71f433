import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from './words.ts'

/** The words of the text as they are found beside a word that is not ASCII. */
const foundBesideAnother = (text: string) => wordsIn(`${text} é`).slice(0, -1)

const TEXTS = [
  '',
  ' ',
  'Where is my order? I asked on Monday.',
  'A1b2-C3d4_e5',
  "it's 10:30, e-mail ME@Shop.test",
  `${'x'.repeat(59)} ${'Y'.repeat(60)} ${'z'.repeat(61)}`,
  '\0tab\tline\r\nend\x7f',
  '~!@#$%^&*()[]{}<>|\\/"\'`+=',
]

test('the words of plain text are the same whether or not another script stands beside them', () => {
  for (const text of TEXTS) assert.deepEqual(wordsIn(text), foundBesideAnother(text), text)
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCodePoint(code)).join('')
  for (const text of [ascii, [...ascii].join('a'), [...ascii].join(' Q')])
    assert.deepEqual(wordsIn(text), foundBesideAnother(text))
})
