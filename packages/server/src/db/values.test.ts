import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readerOf, readTime, writeValue } from './values.ts'

describe('a time as Postgres writes it', () => {
  const rows: [string, number][] = [
    ['1970-01-01 00:00:00+00', 0],
    ['2026-11-20 23:59:59.123456+00', Date.UTC(2026, 10, 20, 23, 59, 59, 123)],
    ['2026-11-20 23:59:59.1+00', Date.UTC(2026, 10, 20, 23, 59, 59, 100)],
    ['2026-03-29 03:30:00+02', Date.UTC(2026, 2, 29, 1, 30)],
    ['2026-03-29 03:30:00.5-03:30', Date.UTC(2026, 2, 29, 7, 0, 0, 500)],
    ['1890-01-01 00:00:00+00:53:28', Date.UTC(1889, 11, 31, 23, 6, 32)],
    ['1969-12-31 23:59:59.999+00', -1],
    ['infinity', Infinity],
    ['-infinity', -Infinity],
  ]
  for (const [text, expected] of rows) test(text, () => assert.equal(readTime(text), expected))

  test('a time before our era is refused', () => {
    assert.throws(() => readTime('0044-03-15 12:00:00+00 BC'), /not a time of this era/)
  })
})

test('arrays of any dimension are read element by element', () => {
  assert.deepEqual(readerOf(1016)('{{2,3}}'), [[2, 3]])
  assert.deepEqual(readerOf(1016)('{1,NULL,3}'), [1, null, 3])
  assert.deepEqual(readerOf(1185)('{"1970-01-01 00:00:01+00",NULL}'), [1000, null])
})

describe('values are encoded for the wire', () => {
  const rows: [string, unknown, string | Buffer | null][] = [
    ['nothing', undefined, null],
    ['null', null, null],
    ['text', "Robert'); drop table chat;--", "Robert'); drop table chat;--"],
    ['a number', -0.5, '-0.5'],
    ['a large integer', 2n ** 63n - 1n, '9223372036854775807'],
    ['a time', new Date(1), '1970-01-01T00:00:00.001Z'],
    ['an object', { a: [1, 'x'] }, '{"a":[1,"x"]}'],
    ['numbers', [1, null, 2.5], '{1,NULL,2.5}'],
    ['flags', [true, false], '{"true","false"}'],
    ['nothing at all', [], '{}'],
    ['arrays', [[1], [2]], '{{1},{2}}'],
    [
      'texts that look like syntax',
      ['NULL', '', 'a,b', '{x}', 'say "x"', 'back\\slash'],
      '{"NULL","","a,b","{x}","say \\"x\\"","back\\\\slash"}',
    ],
    ['bytes in an array', [Buffer.from([0, 255])], '{"\\\\x00ff"}'],
    ['objects in an array', [{ a: 'x' }], '{"{\\"a\\":\\"x\\"}"}'],
  ]
  for (const [title, value, expected] of rows) test(title, () => assert.deepEqual(writeValue(value), expected))

  test('bytes, including those of a slice', () => {
    assert.deepEqual(writeValue(new Uint8Array([1, 2, 3]).subarray(1)), Buffer.from([2, 3]))
  })
  test('values that cannot be encoded', () => {
    for (const value of [() => 1, Symbol('x')]) assert.throws(() => writeValue(value), TypeError)
    assert.throws(() => writeValue(new Date(Number.NaN)), RangeError)
  })
})
