import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DayHours, endsNextDay, faultOfDay, fromDay, toDay, withBreak } from './day.ts'
import { faultOfDraft, fromDraft, toDraft, usualHours, withSameDays } from './draft.ts'

const day = (from: string, to: string, ...breaks: [string, string][]): DayHours => ({ from, to, breaks })

const both: [what: string, ranges: string[][], hours: DayHours | null][] = [
  ['a closed day', [], null],
  ['one range', [['09:00', '18:00']], day('09:00', '18:00')],
  [
    'a gap is a break',
    [
      ['09:00', '12:00'],
      ['13:00', '18:00'],
    ],
    day('09:00', '18:00', ['12:00', '13:00']),
  ],
  ['midnight as an end is 24:00 on the wire and 00:00 in the field', [['09:00', '24:00']], day('09:00', '00:00')],
  ['the whole day', [['00:00', '24:00']], day('00:00', '00:00')],
  ['over midnight', [['22:00', '06:00']], day('22:00', '06:00')],
  [
    'over midnight, with a break before',
    [
      ['18:00', '22:00'],
      ['22:30', '02:00'],
    ],
    day('18:00', '02:00', ['22:00', '22:30']),
  ],
]
for (const [what, ranges, hours] of both)
  test(`hours as they are kept and as they are edited: ${what}`, () => {
    assert.deepEqual(toDay(ranges), hours)
    assert.deepEqual(fromDay(hours), ranges)
    assert.equal(hours && faultOfDay(hours), null)
  })

test('ranges in any order, that overlap or touch, are edited as one', () => {
  const ranges = [
    ['14:00', '18:00'],
    ['09:00', '12:00'],
    ['11:00', '12:30'],
    ['12:30', '13:00'],
  ]
  assert.deepEqual(toDay(ranges), day('09:00', '18:00', ['13:00', '14:00']))
})

const faults: [what: string, hours: DayHours, fault: ReturnType<typeof faultOfDay>][] = [
  ['no end', day('09:00', ''), 'ends'],
  ['an end that is the beginning', day('09:00', '09:00'), 'ends'],
  ['a break without an end', day('09:00', '18:00', ['12:00', '']), 'breaks'],
  ['a break before the hours', day('09:00', '18:00', ['08:00', '08:30']), 'breaks'],
  ['a break that begins with the hours', day('09:00', '18:00', ['09:00', '10:00']), 'breaks'],
  ['a break that ends with the hours', day('09:00', '18:00', ['17:00', '18:00']), 'breaks'],
  ['a break that ends before it begins', day('09:00', '18:00', ['13:00', '12:00']), 'breaks'],
  ['breaks that overlap', day('09:00', '18:00', ['12:00', '13:00'], ['12:30', '14:00']), 'breaks'],
  ['breaks that touch', day('09:00', '18:00', ['12:00', '13:00'], ['13:00', '14:00']), 'breaks'],
  ['a break after midnight', day('22:00', '06:00', ['01:00', '02:00']), 'breaks'],
  ['breaks in another order', day('09:00', '18:00', ['15:00', '15:15'], ['12:00', '13:00']), null],
]
for (const [what, hours, fault] of faults)
  test(`hours with ${what}: ${fault ?? 'none'} wrong`, () => assert.equal(faultOfDay(hours), fault))

test('hours that end on the next day are known, and midnight is still this day', () => {
  const ends = [day('22:00', '06:00'), day('09:00', '00:00'), day('09:00', '18:00'), day('09:00', '')]
  assert.deepEqual(ends.map(endsNextDay), [true, false, false, false])
})

test('a new break is at noon, then in the middle of the longest time without one, and always fits', () => {
  const first = withBreak(day('09:00', '18:00'))
  assert.deepEqual(first.breaks, [['12:00', '13:00']])
  assert.deepEqual(withBreak(first).breaks, [
    ['12:00', '13:00'],
    ['15:30', '15:45'],
  ])
  assert.deepEqual(withBreak(day('14:00', '18:00')).breaks, [['16:00', '16:15']])
  for (const hours of [day('22:00', '06:00'), day('00:00', '00:00'), day('12:30', '13:30')])
    assert.equal(faultOfDay(withBreak(hours)), null, JSON.stringify(withBreak(hours)))
  assert.deepEqual(withBreak(day('09:00', '09:20')).breaks, [['', '']])
  assert.deepEqual(withBreak(day('', '')).breaks, [['', '']])
})

test('a closed day is left out, and holidays are sorted by date', () => {
  const { days } = fromDraft(usualHours('Europe/Berlin'))
  assert.deepEqual(Object.keys(days), ['mon', 'tue', 'wed', 'thu', 'fri'])
  const stored = {
    timeZone: 'UTC',
    days,
    holidays: [
      { date: '2027-01-01', name: 'New Year' },
      { date: '2026-12-24', name: 'Eve', ranges: [['09:00', '12:00']] },
    ],
  }
  const draft = toDraft(stored)
  assert.deepEqual(
    draft.holidays.map(({ date, hours }) => [date, hours]),
    [
      ['2026-12-24', day('09:00', '12:00')],
      ['2027-01-01', null],
    ],
  )
  assert.deepEqual(fromDraft(draft), { ...stored, holidays: stored.holidays.toReversed() })
})

test('the first fault of a draft is named', () => {
  const draft = usualHours('UTC')
  assert.equal(faultOfDraft(draft), null)
  assert.deepEqual(faultOfDraft({ ...draft, days: { ...draft.days, sat: day('09:00', '') } }), {
    what: 'ends',
    on: 'sat',
  })
  const closed = { date: '2026-12-24', name: 'Eve', hours: null }
  assert.deepEqual(faultOfDraft({ ...draft, holidays: [{ ...closed, name: ' ' }] }), { what: 'holiday' })
  assert.deepEqual(faultOfDraft({ ...draft, holidays: [closed, closed] }), { what: 'repeated', date: closed.date })
  const open = { ...closed, hours: day('09:00', '18:00', ['', '']) }
  assert.deepEqual(faultOfDraft({ ...draft, holidays: [open] }), { what: 'breaks', on: open })
})

test('the hours of a day are given to the other open days', () => {
  const draft = usualHours('UTC')
  const monday = day('08:00', '16:00', ['12:00', '12:30'])
  const { days } = withSameDays({ ...draft, days: { ...draft.days, mon: monday } }, 'mon')
  assert.deepEqual([days.mon, days.fri, days.sat], [monday, monday, null])
})
