import assert from 'node:assert/strict'
import { test } from 'node:test'
import { realIds } from './ids.ts'

test('A1 the text has the requested length, and all 62 characters are equally likely', () => {
  for (const n of [0, 1, 10, 22, 32]) assert.match(realIds.letters(n), new RegExp(`^[A-Za-z0-9]{${n}}$`))
  const counts = new Map<string, number>()
  const drawn = 620_000
  for (const letter of realIds.letters(drawn)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  assert.equal(counts.size, 62)
  // 10 000 of each, within six standard deviations: a letter with 4 of the 256 byte values instead of 5 is far
  // outside.
  for (const [letter, count] of counts) assert.ok(Math.abs(count - drawn / 62) < 600, `${letter}: ${count}`)
})

test('A1 no two texts of 22 letters are equal', () => {
  assert.equal(new Set(Array.from({ length: 10_000 }, () => realIds.letters(22))).size, 10_000)
})
