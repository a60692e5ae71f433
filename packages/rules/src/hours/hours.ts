export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/**
 * From and to, as HH:MM on the clock of the zone: `from` is included, `to` is not. A range that ends before it begins ends on the
 * next day. 24:00 is the end of the day.
 */
export type HoursRange = readonly string[]

/** A date with ranges of its own, which replace those of its weekday. Without any, no range begins on it. */
export interface Holiday {
  /** YYYY-MM-DD on the calendar of the zone. */
  readonly date: string
  readonly name: string
  readonly ranges?: readonly HoursRange[]
}

/**
 * Working hours. A break is the gap between two ranges of a day. A range belongs to the day on which it begins: one that begins
 * on the evening before a holiday goes on to its end, and so does one of the holiday itself.
 *
 * The objects are not changed once they were asked: what is worked out about them is kept with them.
 */
export interface Hours {
  readonly timeZone: string
  /** A weekday that is left out is closed. */
  readonly days: Readonly<Partial<Record<Weekday, readonly HoursRange[]>>>
  readonly holidays?: readonly Holiday[]
}
