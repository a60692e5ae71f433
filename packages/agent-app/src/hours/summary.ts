import type { WorkingHours } from '@deskbell/protocol/agent/hours'
import { clock, weekday } from '../text/when.ts'
import { words } from '../words/index.ts'
import { type DayHours, fromDay } from './day.ts'
import { type Day, DAYS } from './days.ts'
import { toDraft } from './draft.ts'
import { hoursWords as w } from './words.ts'

/** The name of a weekday in short: 2024 began on a Monday. */
const shortName = (day: Day): string => weekday(new Date(2024, 0, 1 + DAYS.indexOf(day), 12).getTime())
const timeOf = (time: string): string =>
  clock(new Date(2024, 0, 1, Number(time.slice(0, 2)) % 24, Number(time.slice(3, 5))).getTime())

/** The hours of a day: 09:00–12:00, 13:00–18:00. */
export function sayDay(day: DayHours | null): string {
  const ranges = fromDay(day)
  if (ranges.length === 0) return words.channels.closed
  if (ranges.length === 1 && ranges[0]?.join() === '00:00,24:00') return w.allDay
  return ranges.map(([from = '', to = '']) => `${timeOf(from)}–${timeOf(to)}`).join(', ')
}

/** Days of a week one after the other that have the same hours: Mon–Fri. */
const sayDays = (days: readonly Day[]): string =>
  [days[0], days.length > 1 ? days.at(-1) : undefined].flatMap((day) => (day ? [shortName(day)] : [])).join('–')

const cityOf = (timeZone: string): string => timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone

/** Working hours in one line: Mon–Fri 09:00–12:00, 13:00–18:00 · Berlin · 3 holidays. */
export function sayHours(hours: WorkingHours): string {
  const { days, holidays } = toDraft(hours)
  const groups: { days: Day[]; says: string }[] = []
  for (const day of DAYS) {
    const says = days[day] ? sayDay(days[day]) : ''
    const last = groups.at(-1)
    if (last?.says === says) last.days.push(day)
    else groups.push({ days: [day], says })
  }
  const open = groups.filter(({ says }) => says !== '')
  return [
    open.length > 0 ? open.map((one) => `${sayDays(one.days)} ${one.says}`).join('; ') : words.channels.closed,
    cityOf(hours.timeZone),
    ...(holidays.length > 0 ? [w.holidayCount(holidays.length)] : []),
  ].join(' · ')
}
