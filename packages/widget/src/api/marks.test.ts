import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Marks } from '../core/core.ts'
import { mergeMarks } from './marks.ts'

function merged(marks: Marks, kept: unknown): Marks {
  mergeMarks(marks, typeof kept === 'string' ? kept : JSON.stringify(kept), 1000)
  return marks
}

test('W3 times count from the moments that earlier pages stored', () => {
  const kept = { time_on_site: 1, time_after_close: 2, time_after_invitation: 3, time_after_first_message: 4 }
  assert.deepEqual(merged({}, kept), kept)
})

test('W3 repeatable moments keep the newest time, others the first', () => {
  const here = { time_on_site: 500, time_after_close: 500, time_after_invitation: 500, time_after_first_message: 500 }
  const times = (at: number) => Object.fromEntries(Object.keys(here).map((name) => [name, at]))
  assert.deepEqual(merged({ ...here }, times(400)), { ...here, time_on_site: 400, time_after_first_message: 400 })
  assert.deepEqual(merged({ ...here }, times(600)), { ...here, time_after_close: 600, time_after_invitation: 600 })
})

test('W3 T32 other values in the storage are ignored', () => {
  for (const kept of ['', '{', 'null', '5', '[]', { time_on_page: 5 }, { moon: 5 }, { time_after_close: '5' }])
    assert.deepEqual(merged({}, kept), {})
  // A moment in the future, left by a clock that was set back, would silence rules for ever.
  assert.deepEqual(merged({}, { time_after_close: 1001 }), {})
})
