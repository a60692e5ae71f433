import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf } from './check.ts'
import type { Holiday, Hours } from './hours.ts'

const hours = (timeZone: string, days: Hours['days'], holidays?: readonly Holiday[]): Hours => ({
  ...{ timeZone, days },
  ...(holidays && { holidays }),
})
const holiday = (date: string, ranges?: string[][]): Holiday => ({ date, name: 'x', ...(ranges && { ranges }) })
const double = [
  ['10:00', '12:00'],
  ['10:00', '24:30'],
]

const rows: [what: string, hours: Hours, at: string, reason: string][] = [
  ['no time zone', hours('Mars/Olympus', {}), '/timeZone', 'no_time_zone'],
  ['a range begins at the end of the day', hours('UTC', { mon: [['24:00', '10:00']] }), '/days/mon/0/0', 'range_start'],
  ['a range ends after the day', hours('UTC', { tue: double }), '/days/tue/1/1', 'range_end'],
  ['a range is empty', hours('UTC', { sun: [['10:00', '10:00']] }), '/days/sun/0', 'range_empty'],
  ['a date is in no calendar', hours('UTC', {}, [holiday('2026-02-30')]), '/holidays/0/date', 'wrong_form'],
  ['a leap day of another year', hours('UTC', {}, [holiday('2027-02-29')]), '/holidays/0/date', 'wrong_form'],
  [
    'a date comes twice',
    hours('UTC', {}, [holiday('2026-12-24'), holiday('2026-12-25'), holiday('2026-12-24')]),
    '/holidays/2/date',
    'repeated',
  ],
  [
    'a range of a holiday is empty',
    hours('UTC', {}, [holiday('2026-12-24', [['10:00', '10:00']])]),
    '/holidays/0/ranges/0',
    'range_empty',
  ],
  [
    'a range of a holiday ends after the day',
    hours('UTC', {}, [holiday('2026-12-24'), holiday('2026-12-31', double)]),
    '/holidays/1/ranges/1/1',
    'range_end',
  ],
]
for (const [what, wrong, path, reason] of rows)
  test(`A4 hours are wrong: ${what}`, () => {
    const fault = faultOf(wrong)
    assert.deepEqual([fault?.at, fault?.why.reason], [path, reason])
  })

test('A4 hours of a whole day, over midnight, and of a leap day are right', () => {
  const days = { mon: [['00:00', '24:00']], tue: [['22:00', '06:00']] }
  assert.equal(faultOf(hours('Europe/Berlin', days, [holiday('2028-02-29', [['22:00', '02:00']])])), undefined)
})
