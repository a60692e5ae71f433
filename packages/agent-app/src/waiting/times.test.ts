import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromField, offeredTimes, toField } from './times.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 30).getTime()
const read = (time: number) => {
  const date = new Date(time)
  return `${date.getDate()} ${date.getHours()}:${date.getMinutes()}`
}

// 23 November 2026 is a Monday.
for (const [now, expected] of [
  [at(23, 14), ['23 15:30', '24 9:0', '30 9:0']],
  [at(26, 23), ['27 0:30', '27 9:0', '30 9:0']],
  [at(29, 8), ['29 9:30', '30 9:0']],
] as const)
  test(`at ${read(now)} these times are offered: ${expected.join(', ')}`, () =>
    assert.deepEqual(
      offeredTimes(now).map((one) => read(one.at)),
      expected,
    ))

test('the field of a time is read as it was written, and an empty one is no time', () => {
  const time = new Date(2026, 2, 9, 7, 5).getTime()
  assert.equal(toField(time), '2026-03-09T07:05')
  assert.equal(fromField(toField(time)), time)
  assert.equal(fromField(''), null)
  assert.equal(fromField('soon'), null)
})
