import { words } from '../words/index.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formatters are slow to create, so each is created on first use. */
const lazily = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= make())
}
/** The reader's regional date format, if it is of the language of the screen. */
const locale = lazily(
  () => navigator.languages.find((tag) => tag.startsWith(words.locale) && isLocale(tag)) ?? words.locale,
)
/** Browsers may report a system locale, such as `en-US@posix`, that Intl refuses. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
const format = (options: Intl.DateTimeFormatOptions) => lazily(() => new Intl.DateTimeFormat(locale(), options))

const clockFormat = format({ timeStyle: 'short' })
const dayFormat = format({ weekday: 'long', day: 'numeric', month: 'long' })
const dayYearFormat = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const shortFormat = format({ day: 'numeric', month: 'short' })
const shortYearFormat = format({ day: 'numeric', month: 'short', year: 'numeric' })
const weekdayFormat = format({ weekday: 'short' })
const fullFormat = format({ dateStyle: 'medium', timeStyle: 'medium' })
const numberFormat = lazily(() => new Intl.NumberFormat(locale()))
const unit = (name: string, display: 'narrow' | 'long') =>
  lazily(() => new Intl.NumberFormat(locale(), { style: 'unit', unit: name, unitDisplay: display }))
const UNITS = {
  narrow: {
    second: unit('second', 'narrow'),
    minute: unit('minute', 'narrow'),
    hour: unit('hour', 'narrow'),
    day: unit('day', 'narrow'),
  },
  long: {
    second: unit('second', 'long'),
    minute: unit('minute', 'long'),
    hour: unit('hour', 'long'),
    day: unit('day', 'long'),
  },
}

/** Midnight of the day in the reader's time zone. */
export const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0)

/** Time of day: 14:05. */
export const clock = (at: number): string => clockFormat().format(at)

/** Date and time to the second, for titles and logs. */
export const full = (at: number): string => fullFormat().format(at)

/** The heading of a day: Today, Yesterday, Monday 3 March. */
export function day(at: number, now: number): string {
  const days = Math.round((dayOf(now) - dayOf(at)) / DAY)
  if (days === 0) return words.chat.today
  if (days === 1) return words.chat.yesterday
  return (new Date(at).getFullYear() === new Date(now).getFullYear() ? dayFormat : dayYearFormat)().format(at)
}

/** As short as possible, for a row of the inbox: now, 5m, 14:05, Mon, 3 Mar. */
export function brief(at: number, now: number): string {
  const age = now - at
  if (age < MINUTE) return words.inbox.justNow
  if (age < HOUR) return lasting(age, 'narrow')
  const days = Math.round((dayOf(now) - dayOf(at)) / DAY)
  if (days === 0) return clock(at)
  if (days < 7) return weekdayFormat().format(at)
  return (new Date(at).getFullYear() === new Date(now).getFullYear() ? shortFormat : shortYearFormat)().format(at)
}

/** A time to come, as short as it is clear: 14:05, Mon 09:00, 3 Mar 09:00. */
export function upcoming(at: number, now: number): string {
  const days = Math.round((dayOf(at) - dayOf(now)) / DAY)
  if (days === 0) return clock(at)
  return `${(days > 0 && days < 7 ? weekdayFormat : shortFormat)().format(at)} ${clock(at)}`
}

/** A span in its largest unit: 40s, 5m, 3h, 2d; long: 5 minutes. */
export function lasting(span: number, display: 'narrow' | 'long'): string {
  const units = UNITS[display]
  if (span < MINUTE) return units.second().format(Math.floor(span / 1000))
  if (span < HOUR) return units.minute().format(Math.floor(span / MINUTE))
  if (span < DAY) return units.hour().format(Math.floor(span / HOUR))
  return units.day().format(Math.floor(span / DAY))
}

/** Day and time at the beginning of a sentence: today 14:05, 3 Mar 14:05. */
export function moment(at: number, now: number): string {
  const days = Math.round((dayOf(now) - dayOf(at)) / DAY)
  const date =
    days === 0
      ? words.chat.today
      : days === 1
        ? words.chat.yesterday
        : (days < 300 ? shortFormat : shortYearFormat)().format(at)
  return `${date}, ${clock(at)}`
}

/** Day and time within a sentence, without words such as Today: 14:05, 3 Mar, 14:05. */
export function point(at: number, now: number): string {
  if (dayOf(at) === dayOf(now)) return clock(at)
  const date = now - at < 300 * DAY ? shortFormat() : shortYearFormat()
  return `${date.format(at)}, ${clock(at)}`
}

export const number = (value: number): string => numberFormat().format(value)

const listFormat = lazily(() => new Intl.ListFormat(locale(), { type: 'conjunction' }))

/** Several names as a part of a sentence: Ann, Ben and Carla. */
export const inList = (names: readonly string[]): string => listFormat().format(names)
