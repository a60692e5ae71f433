import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueTimes } from './times.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 30).getTime()
const read = (time: number) => {
  const date = new Date(time)
  return `${date.getDate()} ${date.getHours()}:${date.getMinutes()}`
}

// 23 November 2026 is a Monday.
for (const [now, expected] of [
  [at(23, 14), ['tomorrow 24 9:0', 'threeDays 26 9:0', 'monday 30 9:0']],
  [at(27, 8), ['tomorrow 28 9:0', 'threeDays 30 9:0']],
  [at(29, 8), ['tomorrow 30 9:0', 'threeDays 2 9:0']],
  [at(28, 8), ['tomorrow 29 9:0', 'monday 30 9:0', 'threeDays 1 9:0']],
] as const)
  test(`at ${read(now)} a task can be due: ${expected.join(', ')}`, () =>
    assert.deepEqual(
      dueTimes(now).map((one) => `${one.name} ${read(one.at)}`),
      expected,
    ))
