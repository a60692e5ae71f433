import type { WorkingHours } from '@deskbell/protocol/agent/channel'

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof DAYS)[number]
/** From and to, as HH:MM; 24:00 is midnight at the end of the day. */
export type Span = string[]

/** What a channel begins with when hours are switched on: weekdays, nine to six, where the browser is. */
export function usualHours(timeZone: string): WorkingHours {
  const day = (): Span[] => [['09:00', '18:00']]
  return { timeZone, days: { mon: day(), tue: day(), wed: day(), thu: day(), fri: day() } }
}

export const spansOf = (hours: WorkingHours, day: Day): Span[] => hours.days[day] ?? []

/** With other spans on a day; a day without any is closed and left out. */
export function withSpans(hours: WorkingHours, day: Day, spans: Span[]): WorkingHours {
  const { [day]: _before, ...others } = hours.days
  return { ...hours, days: spans.length === 0 ? others : { ...others, [day]: spans } }
}

/** A browser's time field knows no 24:00; midnight as an end means the end of the day. */
export const toEnd = (value: string): string => (value === '00:00' ? '24:00' : value)
export const fromEnd = (value: string): string => (value === '24:00' ? '00:00' : value)

/** The first day with a span that ends before it begins, null when all are right. */
export const wrongDay = (hours: WorkingHours): Day | null =>
  DAYS.find((day) => spansOf(hours, day).some(([from = '', to = '']) => from === '' || to === '' || from >= to)) ?? null
