import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WorkingHours } from '@deskbell/protocol/agent/channel'
import fc from 'fast-check'
import { repeats } from '../../../../tools/extent.ts'
import { checkWorkingHours, endOf, isOpen } from './hours.ts'

const at = (iso: string) => Date.parse(iso)
const hours = (timeZone: string, days: WorkingHours['days']): WorkingHours => ({ timeZone, days })

test('A4 working hours hold on the clock of their zone', () => {
  const berlin = hours('Europe/Berlin', { mon: [['09:00', '17:00']] })
  const rows: [string, boolean][] = [
    ['2026-01-05T07:59:59Z', false],
    ['2026-01-05T08:00:00Z', true],
    ['2026-01-05T15:59:59Z', true],
    ['2026-01-05T16:00:00Z', false],
    // In summer the same local time is an hour earlier in UTC.
    ['2026-07-06T06:59:00Z', false],
    ['2026-07-06T07:00:00Z', true],
    ['2026-07-06T15:00:00Z', false],
    ['2026-01-06T10:00:00Z', false],
  ]
  for (const [time, open] of rows) assert.equal(isOpen(berlin, at(time)), open, time)
})

test('N4 hours end at the minute of their zone, over midnight and the clock change, or not within a week', () => {
  const all = [['00:00', '24:00']] as [string, string][]
  const always = { mon: all, tue: all, wed: all, thu: all, fri: all, sat: all, sun: all }
  const rows: [WorkingHours, string, string | null][] = [
    [hours('UTC', { mon: [['20:00', '08:07']] }), '2026-01-05T23:00:31Z', '2026-01-06T08:07:00Z'],
    [hours('Europe/Berlin', { sat: [['20:00', '08:00']] }), '2026-03-28T20:00:00Z', '2026-03-29T06:00:00Z'],
    [hours('UTC', { ...always, wed: [['00:00', '12:01']] }), '2026-01-05T10:00:00Z', '2026-01-07T12:01:00Z'],
    [hours('UTC', always), '2026-01-05T10:00:00Z', null],
  ]
  for (const [quiet, now, end] of rows) assert.equal(endOf(quiet, at(now)), end && at(end), now)
})

test('A4 a range over midnight continues on the next day, also from Saturday to Sunday and Sunday to Monday', () => {
  const late = hours('UTC', { sat: [['22:00', '02:00']], sun: [['23:00', '01:00']] })
  const rows: [string, boolean][] = [
    ['2026-01-10T21:59:00Z', false],
    ['2026-01-10T22:00:00Z', true],
    ['2026-01-11T01:59:00Z', true],
    ['2026-01-11T02:00:00Z', false],
    ['2026-01-11T23:00:00Z', true],
    ['2026-01-12T00:59:00Z', true],
    ['2026-01-12T01:00:00Z', false],
    ['2026-01-10T01:00:00Z', false],
  ]
  for (const [time, open] of rows) assert.equal(isOpen(late, at(time)), open, time)
})

test('A4 an hour that is repeated by the clock change is open twice, and a skipped one is never open', () => {
  const night = hours('Europe/Berlin', { sun: [['02:00', '03:00']] })
  const openMinutes = (day: string) => {
    let n = 0
    for (let i = 0; i < 24 * 60; i++) if (isOpen(night, at(day) + i * 60_000)) n++
    return n
  }
  assert.equal(openMinutes('2026-10-25T00:00:00Z'), 120)
  assert.equal(openMinutes('2026-03-29T00:00:00Z'), 0)
  assert.equal(openMinutes('2026-06-07T00:00:00Z') + openMinutes('2026-06-06T00:00:00Z'), 60)
})

test('A4 zones of half and quarter hours, far east and far west', () => {
  const noon = { mon: [['12:00', '12:01']] } satisfies WorkingHours['days']
  assert.equal(isOpen(hours('Asia/Kathmandu', noon), at('2026-01-05T06:15:00Z')), true)
  assert.equal(isOpen(hours('Pacific/Kiritimati', noon), at('2026-01-04T22:00:00Z')), true)
  assert.equal(isOpen(hours('Pacific/Pago_Pago', noon), at('2026-01-05T23:00:00Z')), true)
})

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
const minute = fc.integer({ min: 0, max: 24 * 60 - 1 })
const toTime = (m: number) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`
const range = fc.tuple(minute, fc.integer({ min: 0, max: 24 * 60 })).filter(([from, to]) => from !== to)
const week = fc.array(fc.array(range, { maxLength: 3 }), { minLength: 7, maxLength: 7 })

test('A4 property: any week of ranges agrees with a plain map of its minutes', () => {
  fc.assert(
    fc.property(week, fc.integer({ min: 0, max: 20_000 }), minute, (ranges, dayNumber, m) => {
      // The model: every minute of a week, set range by range.
      const painted = new Set<number>()
      for (const [day, list] of ranges.entries()) {
        for (const [from, to] of list) {
          const end = to > from ? to : to + 24 * 60
          for (let i = from; i < end; i++) painted.add((day * 24 * 60 + i) % (7 * 24 * 60))
        }
      }
      const days: WorkingHours['days'] = {}
      for (const [day, list] of ranges.entries()) {
        days[DAYS[day] ?? 'sun'] = list.map(([from, to]) => [toTime(from), toTime(to)])
      }
      const weekday = (dayNumber + 4) % 7 // 1970-01-01 was a Thursday
      const now = (dayNumber * 24 * 60 + m) * 60_000
      const week = hours('UTC', days)
      checkWorkingHours(week, '')
      assert.equal(isOpen(week, now), painted.has(weekday * 24 * 60 + m))
    }),
    repeats('working hours', 300, 10_000),
  )
})

test('A4 property: in every zone, the channel is open when the local time is within a range', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/St_Johns', 'UTC']
  const time = fc.integer({ min: at('2020-01-01'), max: at('2035-01-01') })
  fc.assert(
    fc.property(fc.constantFrom(...zones), time, (timeZone, now) => {
      const shown = new Intl.DateTimeFormat('en-US', {
        timeZone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })
      const text = shown.format(now)
      const [, day = '', clock = ''] = /^(\w{3})\w*,? (\d\d:\d\d)/.exec(text) ?? assert.fail(text)
      const [h, m] = clock.split(':').map(Number)
      const end = toTime((h ?? 0) * 60 + (m ?? 0) + 1)
      const key = day.toLowerCase() as keyof WorkingHours['days']
      assert.equal(isOpen(hours(timeZone, { [key]: [[clock, end]] }), now), true)
      assert.equal(isOpen(hours(timeZone, { [key]: [[end, clock]].filter(([from]) => from !== '24:00') }), now), false)
    }),
    repeats('working hours', 300, 10_000),
  )
})

test('A4 impossible hours are refused with their path', () => {
  const rows: [WorkingHours, string][] = [
    [hours('Mars/Olympus', {}), '/workingHours/timeZone'],
    [hours('UTC', { mon: [['24:00', '10:00']] }), '/workingHours/days/mon/0/0'],
    [
      hours('UTC', {
        tue: [
          ['10:00', '12:00'],
          ['10:00', '24:30'],
        ],
      }),
      '/workingHours/days/tue/1/1',
    ],
    [hours('UTC', { sun: [['10:00', '10:00']] }), '/workingHours/days/sun/0'],
  ]
  for (const [wrong, path] of rows)
    assert.throws(() => checkWorkingHours(wrong, '/workingHours'), { name: 'Invalid', path })
  checkWorkingHours(hours('UTC', { mon: [['00:00', '24:00']] }), '')
})
