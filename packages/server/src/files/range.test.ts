import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRange } from './range.ts'

const rows: [string | undefined, number, ReturnType<typeof parseRange>][] = [
  [undefined, 10, undefined],
  ['bytes=0-', 10, { start: 0, end: 9 }],
  ['bytes=2-4', 10, { start: 2, end: 4 }],
  [' bytes=2-4 ', 10, { start: 2, end: 4 }],
  ['bytes=9-9', 10, { start: 9, end: 9 }],
  ['bytes=5-500', 10, { start: 5, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-30', 10, { start: 0, end: 9 }],
  ['bytes=-0', 10, 'outside'],
  ['bytes=10-', 10, 'outside'],
  ['bytes=10-20', 10, 'outside'],
  ['bytes=0-', 0, 'outside'],
  ['bytes=4-2', 10, undefined],
  ['bytes=-', 10, undefined],
  ['bytes=0-1,3-4', 10, undefined],
  ['bytes=a-b', 10, undefined],
  ['lines=0-1', 10, undefined],
  ['bytes=0-1e5', 10, undefined],
]

for (const [header, size, range] of rows) {
  test(`A19 range ${header} of ${size}`, () => assert.deepEqual(parseRange(header, size), range))
}
