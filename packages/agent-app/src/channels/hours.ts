import type { WorkingHours } from '@deskbell/protocol/agent/channel'

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof DAYS)[number]
/** From and to, as HH:MM; 24:00 is midnight at the end of the day. */
export type Span = string[]

/** The initial hours: weekdays from nine to six in the browser's time zone. */
export function usualHours(timeZone: string): WorkingHours {
  const day = (): Span[] => [['09:00', '18:00']]
  return { timeZone, days: { mon: day(), tue: day(), wed: day(), thu: day(), fri: day() } }
}

export const spansOf = (hours: WorkingHours, day: Day): Span[] => hours.days[day] ?? []

/** Replaces the spans of a day; a day without spans is closed and left out. */
export function withSpans(hours: WorkingHours, day: Day, spans: Span[]): WorkingHours {
  const { [day]: _before, ...others } = hours.days
  return { ...hours, days: spans.length === 0 ? others : { ...others, [day]: spans } }
}

/** A time field cannot show 24:00; 00:00 as an end means the end of the day. */
export const toEnd = (value: string): string => (value === '00:00' ? '24:00' : value)
export const fromEnd = (value: string): string => (value === '24:00' ? '00:00' : value)

/** The first day with a span that ends before it begins; null when all are valid. */
export const wrongDay = (hours: WorkingHours): Day | null =>
  DAYS.find((day) => spansOf(hours, day).some(([from = '', to = '']) => from === '' || to === '' || from >= to)) ?? null
