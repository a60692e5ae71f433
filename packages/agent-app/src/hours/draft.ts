import type { WorkingHours } from '@deskbell/protocol/agent/hours'
import { type DayHours, faultOfDay, fromDay, toDay } from './day.ts'
import { type Day, DAYS } from './days.ts'

/** A holiday as it is edited; `hours` null: closed. */
export interface HolidayDraft {
  readonly date: string
  readonly name: string
  readonly hours: DayHours | null
}

/** Working hours as they are edited. Null: closed on that day. */
export interface HoursDraft {
  readonly timeZone: string
  readonly days: Readonly<Record<Day, DayHours | null>>
  readonly holidays: readonly HolidayDraft[]
}

const eachDay = (of: (day: Day) => DayHours | null) =>
  Object.fromEntries(DAYS.map((day) => [day, of(day)])) as Record<Day, DayHours | null>

export const USUAL_DAY: DayHours = { from: '09:00', to: '18:00', breaks: [] }

/** The initial hours: weekdays from nine to six. */
export const usualHours = (timeZone: string): HoursDraft => ({
  timeZone,
  days: eachDay((day) => (day === 'sat' || day === 'sun' ? null : USUAL_DAY)),
  holidays: [],
})

export const toDraft = ({ timeZone, days, holidays = [] }: WorkingHours): HoursDraft => ({
  timeZone,
  days: eachDay((day) => toDay(days[day] ?? [])),
  holidays: holidays
    .map(({ date, name, ranges = [] }) => ({ date, name, hours: toDay(ranges) }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1)),
})

/** The hours of a draft without a fault. */
export function fromDraft({ timeZone, days, holidays }: HoursDraft): WorkingHours {
  const open = DAYS.flatMap((day) => (days[day] ? [[day, fromDay(days[day])] as const] : []))
  return {
    timeZone,
    days: Object.fromEntries(open),
    ...(holidays.length > 0 && {
      holidays: holidays.map(({ date, name, hours }) => ({
        date,
        name: name.trim(),
        ...(hours && { ranges: fromDay(hours) }),
      })),
    }),
  }
}

export const isSame = (a: HoursDraft | null, b: HoursDraft | null): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What is wrong with a draft, and on which day or holiday. */
export type DraftFault =
  | { readonly what: 'ends' | 'breaks'; readonly on: Day | HolidayDraft }
  | { readonly what: 'holiday' }
  | { readonly what: 'repeated'; readonly date: string }

export function faultOfDraft({ days, holidays }: HoursDraft): DraftFault | null {
  for (const on of DAYS) {
    const what = days[on] && faultOfDay(days[on])
    if (what) return { what, on }
  }
  const dates = new Set<string>()
  for (const on of holidays) {
    if (on.date === '' || on.name.trim() === '') return { what: 'holiday' }
    if (dates.has(on.date)) return { what: 'repeated', date: on.date }
    dates.add(on.date)
    const what = on.hours && faultOfDay(on.hours)
    if (what) return { what, on }
  }
  return null
}

/** Gives the hours of one day to every other day that is open. */
export const withSameDays = (draft: HoursDraft, as: Day): HoursDraft => ({
  ...draft,
  days: eachDay((day) => draft.days[day] && draft.days[as]),
})
