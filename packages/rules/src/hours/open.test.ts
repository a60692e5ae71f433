import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../../../../tools/extent.ts'
import { faultOf } from './check.ts'
import type { Holiday, Hours } from './hours.ts'
import { endOf, hoursAt, isOpen } from './open.ts'

const at = (iso: string) => Date.parse(iso)
const hours = (timeZone: string, days: Hours['days'], holidays: readonly Holiday[] = []): Hours => ({
  ...{ timeZone, days },
  ...(holidays.length > 0 && { holidays }),
})

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

test('N4 hours end at the minute of their zone, over midnight and the clock change, or not within a year', () => {
  const all = [['00:00', '24:00']] as [string, string][]
  const always = { mon: all, tue: all, wed: all, thu: all, fri: all, sat: all, sun: all }
  const rows: [Hours, string, string | null][] = [
    [hours('UTC', { mon: [['20:00', '08:07']] }), '2026-01-05T23:00:31Z', '2026-01-06T08:07:00Z'],
    [hours('Europe/Berlin', { sat: [['20:00', '08:00']] }), '2026-03-28T20:00:00Z', '2026-03-29T06:00:00Z'],
    [hours('UTC', { ...always, wed: [['00:00', '12:01']] }), '2026-01-05T10:00:00Z', '2026-01-07T12:01:00Z'],
    [hours('UTC', always), '2026-01-05T10:00:00Z', null],
    // The gap of a minute at the end of a day does not end them.
    [
      hours('UTC', { mon: [['09:00', '23:59']], tue: [['00:00', '03:00']] }),
      '2026-01-05T10:00:00Z',
      '2026-01-06T03:00:00Z',
    ],
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
  const noon = { mon: [['12:00', '12:01']] } satisfies Hours['days']
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
      const days: Partial<Record<(typeof DAYS)[number], string[][]>> = {}
      for (const [day, list] of ranges.entries()) {
        days[DAYS[day] ?? 'sun'] = list.map(([from, to]) => [toTime(from), toTime(to)])
      }
      const weekday = (dayNumber + 4) % 7 // 1970-01-01 was a Thursday
      const now = (dayNumber * 24 * 60 + m) * 60_000
      const week = hours('UTC', days)
      assert.equal(faultOf(week), undefined)
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
      const key = day.toLowerCase() as keyof Hours['days']
      assert.equal(isOpen(hours(timeZone, { [key]: [[clock, end]] }), now), true)
      assert.equal(isOpen(hours(timeZone, { [key]: [[end, clock]].filter(([from]) => from !== '24:00') }), now), false)
    }),
    repeats('working hours', 300, 10_000),
  )
})

const WEEKDAY = [
  ['09:00', '12:00'],
  ['13:00', '18:00'],
]
const WORK = { mon: WEEKDAY, tue: WEEKDAY, wed: WEEKDAY, thu: WEEKDAY, fri: WEEKDAY }
const closed = (date: string): Holiday => ({ date, name: 'Holiday' })

/** The hours, the moment, whether they are open, and when that changes. */
const states: [what: string, hours: Hours, now: string, open: boolean, until: string | null][] = [
  ['before work', hours('Europe/Berlin', WORK), '2026-01-05T07:59:59Z', false, '2026-01-05T08:00:00Z'],
  ['a morning ends with the break', hours('Europe/Berlin', WORK), '2026-01-05T08:00:00Z', true, '2026-01-05T11:00:00Z'],
  ['a break', hours('Europe/Berlin', WORK), '2026-01-05T11:30:00Z', false, '2026-01-05T12:00:00Z'],
  ['Friday evening, until Monday', hours('Europe/Berlin', WORK), '2026-01-09T17:00:00Z', false, '2026-01-12T08:00:00Z'],
  [
    'the weekend of the clock change',
    hours('Europe/Berlin', WORK),
    '2026-03-27T17:00:00Z',
    false,
    '2026-03-30T07:00:00Z',
  ],
  [
    'west of Greenwich, over the date of UTC',
    hours('America/Los_Angeles', { mon: [['15:00', '23:00']] }),
    '2026-01-05T22:59:00Z',
    false,
    '2026-01-05T23:00:00Z',
  ],
  [
    'far east, where Monday begins on Sunday',
    hours('Pacific/Kiritimati', { mon: [['00:00', '24:00']] }),
    '2026-01-04T12:00:00Z',
    true,
    '2026-01-05T10:00:00Z',
  ],
  [
    'a range over the hour that is skipped',
    hours('Europe/Berlin', { sun: [['01:00', '04:00']] }),
    '2026-03-29T00:30:00Z',
    true,
    '2026-03-29T02:00:00Z',
  ],
  [
    'a range over the hour that is repeated',
    hours('Europe/Berlin', { sun: [['01:00', '04:00']] }),
    '2026-10-25T00:30:00Z',
    true,
    '2026-10-25T03:00:00Z',
  ],
  [
    'a range within the repeated hour, between its two halves',
    hours('Europe/Berlin', { sun: [['02:15', '02:30']] }),
    '2026-10-25T00:40:00Z',
    false,
    '2026-10-25T01:15:00Z',
  ],
  ['never', hours('UTC', {}), '2026-01-05T10:00:00Z', false, null],
  [
    'open on one date of the year',
    hours('UTC', {}, [{ date: '2026-12-05', name: 'Sale', ranges: [['10:00', '14:00']] }]),
    '2026-01-05T10:00:00Z',
    false,
    '2026-12-05T10:00:00Z',
  ],
]
for (const [what, given, now, open, until] of states)
  test(`S7 hours say when they change: ${what}`, () =>
    assert.deepEqual(hoursAt(given, at(now)), { open, until: until && at(until) }))

const nights = { thu: [['22:00', '06:00']], fri: [['22:00', '06:00']], sat: [['22:00', '06:00']] }
const friday = '2026-12-25'
const holidays: [what: string, hours: Hours, now: string, open: boolean][] = [
  ['it is closed', hours('UTC', WORK, [closed(friday)]), '2026-12-25T10:00:00Z', false],
  ['the day before is not', hours('UTC', WORK, [closed(friday)]), '2026-12-24T10:00:00Z', true],
  ['nor the same date of another year', hours('UTC', WORK, [closed(friday)]), '2028-12-25T10:00:00Z', true],
  [
    'it has hours of its own',
    hours('UTC', WORK, [{ ...closed(friday), ranges: [['10:00', '11:00']] }]),
    '2026-12-25T10:30:00Z',
    true,
  ],
  [
    'and not those of its weekday',
    hours('UTC', WORK, [{ ...closed(friday), ranges: [['10:00', '11:00']] }]),
    '2026-12-25T09:30:00Z',
    false,
  ],
  ['an empty list is closed', hours('UTC', WORK, [{ ...closed(friday), ranges: [] }]), '2026-12-25T10:00:00Z', false],
  [
    'a weekday that is closed opens',
    hours('UTC', WORK, [{ date: '2026-12-26', name: 'Sale', ranges: [['10:00', '11:00']] }]),
    '2026-12-26T10:30:00Z',
    true,
  ],
  ['the evening before goes on to its end', hours('UTC', nights, [closed(friday)]), '2026-12-25T05:59:00Z', true],
  ['what begins on it does not begin', hours('UTC', nights, [closed(friday)]), '2026-12-25T22:00:00Z', false],
  ['nor goes on after it', hours('UTC', nights, [closed(friday)]), '2026-12-26T01:00:00Z', false],
  [
    'its own range goes on into the next day, also into a holiday',
    hours('UTC', nights, [{ ...closed(friday), ranges: [['20:00', '02:00']] }, closed('2026-12-26')]),
    '2026-12-26T01:59:00Z',
    true,
  ],
  [
    'the date is that of the zone: already tomorrow',
    hours('Pacific/Auckland', { fri: WEEKDAY }, [closed(friday)]),
    '2026-12-24T21:00:00Z',
    false,
  ],
  [
    'the date is that of the zone: still yesterday',
    hours('America/New_York', { thu: [['20:00', '23:00']] }, [closed(friday)]),
    '2026-12-25T02:00:00Z',
    true,
  ],
]
for (const [what, given, now, open] of holidays)
  test(`S7 a holiday: ${what}`, () => assert.equal(isOpen(given, at(now)), open))

test('S7 the answer from memory is the one of a fresh look, at the minute of a change and back in time', () => {
  const given = hours('Europe/Berlin', WORK, [closed(friday)])
  const from = at('2026-12-23T00:00:00Z')
  const moments = Array.from({ length: 3 * 24 * 60 }, (_, i) => from + i * 60_000)
  for (const now of [...moments, ...moments.toReversed()]) {
    const fresh = { ...given }
    assert.deepEqual(hoursAt(given, now), hoursAt(fresh, now), new Date(now).toISOString())
  }
})

const formats = new Map<string, Intl.DateTimeFormat>()

/** The model: what the clock and the calendar on the wall say. */
function plainlyOpen({ timeZone, days, holidays = [] }: Hours, now: number): boolean {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(timeZone, format)
  const [today = '', clock = ''] = format.format(now).split(' ')
  const yesterday = new Date(at(today) - 86_400_000).toISOString().slice(0, 10)
  const rangesOn = (date: string) => {
    const holiday = holidays.find((one) => one.date === date)
    return holiday ? (holiday.ranges ?? []) : (days[DAYS[new Date(date).getUTCDay()] ?? 'sun'] ?? [])
  }
  return (
    rangesOn(today).some(([from = '', to = '']) => from <= clock && (clock < to || to < from)) ||
    rangesOn(yesterday).some(([from = '', to = '']) => to < from && clock < to)
  )
}

test('S7 property: over clock changes and holidays, nothing changes before the time that hours name, and it does then', () => {
  const zones = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Africa/Casablanca', 'UTC']
  const day = fc.integer({ min: 0, max: 20 })
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.record({
        ranges: week,
        apart: fc.uniqueArray(fc.tuple(day, fc.array(range, { maxLength: 2 })), {
          selector: ([n]) => n,
          maxLength: 4,
        }),
      }),
      // Around a change of the clock.
      fc.constantFrom('2026-02-14', '2026-03-21', '2026-04-01', '2026-10-01', '2026-10-21', '2026-10-30'),
      minute,
      (timeZone, { ranges, apart }, date, m) => {
        const toRanges = (list: [number, number][]) => list.map(([from, to]) => [toTime(from), toTime(to)])
        const dateOf = (n: number) => new Date(at(date) + n * 86_400_000).toISOString().slice(0, 10)
        const given = hours(
          timeZone,
          Object.fromEntries(ranges.map((list, n) => [DAYS[n], toRanges(list)])),
          apart.map(([n, list]) => ({ date: dateOf(n), name: 'x', ranges: toRanges(list) })),
        )
        let now = at(date) + m * 60_000
        const end = now + 10 * 86_400_000
        while (now < end) {
          const { open, until } = hoursAt(given, now)
          for (let then = now; then < Math.min(until ?? end, end); then += 11 * 60_000)
            assert.equal(plainlyOpen(given, then), open, new Date(then).toISOString())
          if (until === null) return
          assert.equal(plainlyOpen(given, until - 60_000), open)
          assert.equal(plainlyOpen(given, until), !open)
          now = until
        }
      },
    ),
    repeats('working hours', 100, 2000),
  )
})
