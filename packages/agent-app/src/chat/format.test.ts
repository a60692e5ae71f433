import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Format, format, isFormatted } from './format.ts'

/** `|` stands at the ends of the selection, before and after. */
function run(given: string, how: Format): string {
  const start = given.indexOf('|')
  const bare = given.replace('|', '')
  const end = bare.includes('|') ? bare.indexOf('|') : start
  const text = bare.replace('|', '')
  const { from, to, text: made, select } = format(text, start, end, how)
  const next = text.slice(0, from) + made + text.slice(to)
  return select[0] === select[1]
    ? `${next.slice(0, select[0])}|${next.slice(select[0])}`
    : `${next.slice(0, select[0])}|${next.slice(...select)}|${next.slice(select[1])}`
}

for (const [given, how, then] of [
  ['a |word| here', 'bold', 'a **|word|** here'],
  ['a **|word|** here', 'bold', 'a |word| here'],
  ['a |**word**| here', 'bold', 'a |word| here'],
  ['a |word |here', 'bold', 'a **|word|** here'],
  ['a | here', 'italic', 'a _|_ here'],
  ['see |our shop|', 'link', 'see [our shop](|https://|)'],
  ['see |https://shop.test/a|', 'link', 'see [|](https://shop.test/a)'],
  ['one\nt|wo', 'list', 'one\n• two|'],
  ['|one\ntwo|', 'list', '|• one\n• two|'],
  ['|• one\n• two|', 'list', '|one\ntwo|'],
] as const)
  test(`${how} makes ${JSON.stringify(then)} of ${JSON.stringify(given)}`, () => assert.equal(run(given, how), then))

test('only marks that format something count', () => {
  for (const text of ['**bold**', 'an _accent_', '[here](https://shop.test)']) assert.ok(isFormatted(text), text)
  for (const text of ['2*3*4', 'snake_case_name', '• one', '* one', '[here](javascript:x)'])
    assert.ok(!isFormatted(text), text)
})
