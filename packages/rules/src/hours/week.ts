import { dayNumberOf } from './date.ts'
import { type Hours, type HoursRange, WEEKDAYS } from './hours.ts'
import { DAY, type Zone, zoneOf } from './zone.ts'

/** A range in minutes from the beginning of its local day; `to` is past the end of the day when it ends on the next one. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Working hours, ready to be asked. */
export interface Week {
  readonly zone: Zone
  /** The ranges that begin on a local day, counted from the epoch. */
  spansOn(day: number): readonly Span[]
}

export function toWeek({ timeZone, days, holidays = [] }: Hours): Week {
  const week = WEEKDAYS.map((name) => (days[name] ?? []).map(toSpan))
  const apart = new Map(holidays.map(({ date, ranges = [] }) => [dayNumberOf(date), ranges.map(toSpan)]))
  return {
    zone: zoneOf(timeZone),
    // 1970-01-01 was a Thursday.
    spansOn: (day) => apart.get(day) ?? week[(((day + 4) % 7) + 7) % 7] ?? [],
  }
}

export function toSpan(range: HoursRange): Span {
  const [from, to] = toMinutes(range)
  return { from, to: to > from ? to : to + DAY }
}

export const toMinutes = ([from = '00:00', to = '24:00']: HoursRange): [from: number, to: number] => [
  minuteOf(from),
  minuteOf(to),
]

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
