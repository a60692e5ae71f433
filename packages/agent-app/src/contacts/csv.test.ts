import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { decodeFile, parseCsv } from './csv.ts'

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells)

test('cells, quotes, line breaks and empty lines are read, with the numbers of the lines', () => {
  assert.deepEqual(parseCsv('\uFEFFa,b\r\n"x, ""y""","two\nlines"\r\n\r\nlast,'), [
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['x, "y"', 'two\nlines'] },
    { line: 5, cells: ['last', ''] },
  ])
  assert.deepEqual(cellsOf('a;b;c\n1,5;2;3'), [
    ['a', 'b', 'c'],
    ['1,5', '2', '3'],
  ])
  assert.deepEqual(cellsOf('a\tb\n1\t2'), [
    ['a', 'b'],
    ['1', '2'],
  ])
  assert.deepEqual(cellsOf(''), [])
})

test('a file that is not UTF-8 is read as the Western encoding', () => {
  assert.equal(decodeFile(new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]).buffer), 'Müller')
  assert.equal(decodeFile(new TextEncoder().encode('Müller').buffer as ArrayBuffer), 'Müller')
})

test('what another program writes is read the same', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é') })
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
      const text = ['x,y', ...rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))].join(
        '\r\n',
      )
      const read = (parse(text, { delimiter: ',' }) as string[][]).filter((row) => row.some((one) => one.trim() !== ''))
      assert.deepEqual(cellsOf(text), read)
    }),
  )
})
