import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../../../tools/extent.ts'
import { numberAsWritten } from './as-written.ts'

const PATH = ['sender', 'id']
const read = (json: string, path = PATH) => {
  JSON.parse(json)
  return numberAsWritten(new TextEncoder().encode(json), path)
}

const ROWS: [json: string, written: string | undefined][] = [
  ['{"sender":{"id":9007199254740993}}', '9007199254740993'],
  ['{ "sender" : { "a" : [ {"id":1} ] , "id" :\n-1.10e+5 } }', '-1.10e+5'],
  ['{"sender":{"id":1e400}}', '1e400'],
  ['{"\\u0073ender":{"i\\u0064":7}}', '7'],
  ['{"sender":{"id":"7"}}', undefined],
  ['{"sender":{"id":null}}', undefined],
  ['{"sender":{"id":{"id":7}}}', undefined],
  ['{"sender":[{"id":7}]}', undefined],
  ['{"sender":7,"id":8}', undefined],
  ['{"id":8,"a":{"id":9},"sender":{}}', undefined],
  ['{"a":{"sender":{"id":7}}}', undefined],
  ['{"sender":{"a":{"id":7}}}', undefined],
  ['{"sender":{"id":7},"a":{"id":8},"id":9}', '7'],
  ['{"sender":{"text":"\\"id\\":5,{\\\\","id":7}}', '7'],
  ['{"sender":{"text":"sender","id":7}}', '7'],
  // Of duplicate keys the last wins, with all that is in it.
  ['{"sender":{"id":1,"id":2}}', '2'],
  ['{"sender":{"id":1},"sender":{"id":2}}', '2'],
  ['{"sender":{"id":1},"sender":{}}', undefined],
  ['{"sender":{"id":1,"id":"2"}}', undefined],
]

suite('A8 a number keeps all its digits', () => {
  for (const [json, written] of ROWS) test(json, () => assert.equal(read(json), written))

  test('the number at a path equals that of JSON.parse', () => {
    const key = fc.constantFrom('sender', 'id', 'a', '"', '\\', '{')
    const tree = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom('id', 'sender', '"id":1', null, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      ),
    })).value
    fc.assert(
      fc.property(fc.dictionary(key, tree), fc.constantFrom(undefined, 1), (object, indent) => {
        const at = (value: unknown, name: string): unknown =>
          typeof value === 'object' && value !== null && !Array.isArray(value) ? Reflect.get(value, name) : undefined
        const expected = at(at(object, 'sender'), 'id')
        const found = read(JSON.stringify(object, null, indent))
        assert.equal(
          found === undefined ? undefined : Number(found),
          typeof expected === 'number' ? expected + 0 : undefined,
        )
      }),
      repeats('numbers as written', 1000, 10_000),
    )
  })
})
