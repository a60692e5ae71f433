import { words } from '../words/index.ts'
import { onceMade } from '../words/once-made.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The reader's regional date format, if it is of the language of the screen. */
const locale = onceMade(
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
const format = (options: Intl.DateTimeFormatOptions) => onceMade(() => new Intl.DateTimeFormat(locale(), options))

const clockFormat = format({ timeStyle: 'short' })
const dayFormat = format({ weekday: 'long', day: 'numeric', month: 'long' })
const dayYearFormat = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const shortFormat = format({ day: 'numeric', month: 'short' })
const shortYearFormat = format({ day: 'numeric', month: 'short', year: 'numeric' })
/** A date with the time of day, as `clock` writes it. */
const withTime = (options: Intl.DateTimeFormatOptions) =>
  onceMade(() => {
    const hour = clockFormat().resolvedOptions().hour12 ? 'numeric' : '2-digit'
    return new Intl.DateTimeFormat(locale(), { ...options, hour, minute: '2-digit' })
  })
const dateTimeFormat = withTime({ day: 'numeric', month: 'short' })
const dateTimeYearFormat = withTime({ day: 'numeric', month: 'short', year: 'numeric' })
const weekdayTimeFormat = withTime({ weekday: 'short' })
const weekdayFormat = format({ weekday: 'short' })
const fullFormat = format({ dateStyle: 'medium', timeStyle: 'medium' })
const numberFormat = onceMade(() => new Intl.NumberFormat(locale()))
const unit = (name: string, display: 'narrow' | 'long') =>
  onceMade(() => new Intl.NumberFormat(locale(), { style: 'unit', unit: name, unitDisplay: display }))
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

/** The weekday in short: Mon. */
export const weekday = (at: number): string => weekdayFormat().format(at)

/** A date with its year: 3 Mar 2027. */
export const dateOf = (at: number): string => shortYearFormat().format(at)

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
  return (days > 0 && days < 7 ? weekdayTimeFormat : dateTimeFormat)().format(at)
}

/** A span in its largest unit: 40s, 5m, 3h, 2d; long: 5 minutes. */
export function lasting(span: number, display: 'narrow' | 'long'): string {
  const units = UNITS[display]
  if (span < MINUTE) return units.second().format(Math.floor(span / 1000))
  if (span < HOUR) return units.minute().format(Math.floor(span / MINUTE))
  if (span < DAY) return units.hour().format(Math.floor(span / HOUR))
  return units.day().format(Math.floor(span / DAY))
}

const partsFormat = onceMade(
  () =>
    new Intl.NumberFormat(locale(), {
      ...{ style: 'unit', unit: 'second', unitDisplay: 'narrow' },
      ...{ minimumFractionDigits: 1, maximumFractionDigits: 1 },
    }),
)
/** Seconds with a tenth: 0.3s. */
export const inParts = (span: number): string => partsFormat().format(span / 1000)

/** A whole number of seconds: 1 second, 90 seconds. */
export const inSeconds = (seconds: number): string => UNITS.long.second().format(seconds)

const isRecent = (at: number, now: number) => Math.abs(now - at) < 300 * DAY
/** 3 Mar, 14:05, in the order and with the marks of the language. */
const dated = (at: number, now: number): string =>
  (isRecent(at, now) ? dateTimeFormat : dateTimeYearFormat)().format(at)

/** Day and time at the beginning of a sentence: Today, 14:05; 3 Mar, 14:05. */
export function moment(at: number, now: number): string {
  const days = Math.round((dayOf(now) - dayOf(at)) / DAY)
  if (days === 0) return words.chat.todayAt(clock(at))
  if (days === 1) return words.chat.yesterdayAt(clock(at))
  return dated(at, now)
}

/** Day and time within a sentence, without words such as Today: 14:05; 3 Mar, 14:05. */
export const point = (at: number, now: number): string => (dayOf(at) === dayOf(now) ? clock(at) : dated(at, now))

export const number = (value: number): string => numberFormat().format(value)

const listFormat = onceMade(() => new Intl.ListFormat(locale(), { type: 'conjunction' }))

/** Several names as a part of a sentence: Ann, Ben and Carla. */
export const inList = (names: readonly string[]): string => listFormat().format(names)
