import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pretty } from './pretty.ts'

test('JSON is indented as JSON.stringify would', () => {
  fc.assert(
    fc.property(fc.oneof(fc.object(), fc.array(fc.jsonValue())), (value) => {
      const json = JSON.stringify(value)
      assert.equal(pretty(json), JSON.stringify(JSON.parse(json), null, 2))
    }),
  )
})

test('numbers beyond JavaScript’s precision are unchanged', () => {
  assert.equal(pretty('{"id":9007199254740993}'), '{\n  "id": 9007199254740993\n}')
})

test('text that is not a JSON object is unchanged', () => {
  for (const body of ['', 'ok', '<html>', '"ok"', '17', '{"a":']) assert.equal(pretty(body), body)
})
