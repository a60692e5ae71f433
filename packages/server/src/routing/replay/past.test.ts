import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSpans } from './past.ts'

const row = (agent: number, at: number, online: boolean) => ({ agent, at, online })

test('presence before the span counts from its start, and agents who did not go stay to its end', () => {
  const rows = [row(1, 10, true), row(2, 20, true), row(2, 30, false), row(3, 150, true), row(1, 160, false)]
  assert.deepEqual(toSpans(rows, { from: 100, to: 200 }), [
    { agent: 1, from: 100, to: 160 },
    { agent: 3, from: 150, to: 200 },
  ])
})

test('changes that repeat what is known change nothing', () => {
  const rows = [row(1, 110, false), row(1, 120, true), row(1, 130, true), row(1, 140, false), row(1, 150, false)]
  assert.deepEqual(toSpans(rows, { from: 100, to: 200 }), [{ agent: 1, from: 120, to: 140 }])
})
