import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from '@deskbell/protocol/agent/entry'
import fc from 'fast-check'
import { toThread, withNewer, withOlder } from './thread.ts'

const entry = (n: number): Entry => ({
  n,
  at: n,
  type: 'message',
  from: 'visitor',
  id: `${n}`,
  text: `${n}`,
  attachments: [],
})
const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => entry(from + i))
const numbers = (thread: ReturnType<typeof toThread>) => thread.folded.items.map((item) => item.n)

test('older pages are prepended once', () => {
  const newest = toThread({ entries: range(5, 8), more: true })
  const all = withOlder(newest, { entries: range(1, 6), more: false })
  assert.deepEqual(numbers(all), [1, 2, 3, 4, 5, 6, 7, 8])
  assert.deepEqual([all.first, all.last, all.more], [1, 8, false])
})

test('overlapping arrivals leave no gaps and no duplicates', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(6)), { maxLength: 30 }), (frames) => {
      let thread = toThread({ entries: range(1, 3), more: false })
      for (const [from, length] of frames) {
        const answer = withNewer(thread, range(from + 1, from + length))
        if (answer.gap) assert.equal(answer.thread, thread)
        thread = answer.thread
      }
      assert.deepEqual(
        numbers(thread),
        range(1, thread.last).map(({ n }) => n),
      )
    }),
  )
})

test('the first entry of an empty chat is added', () => {
  const empty = toThread({ entries: [], more: false })
  assert.deepEqual(numbers(withNewer(empty, range(1, 1)).thread), [1])
})
