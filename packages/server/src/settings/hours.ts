import type { WorkingHours } from '@deskbell/protocol/agent/channel'
import { Invalid } from '../platform/errors.ts'

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
const DAY = 24 * 60

/** One formatter per zone: creating one costs a thousand times as much as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Whether a channel is within its working hours (A4). Ranges are local times of day in the zone. `from` is included,
 * `to` is not. A range that ends before it begins continues into the next day. An hour that the clock change repeats is
 * open twice; one that it skips is never open.
 */
export function isOpen(hours: WorkingHours, now: number): boolean {
  const { day, minute } = wallClock(hours.timeZone, now)
  const today = hours.days[DAYS[day] ?? 'sun'] ?? []
  const yesterday = hours.days[DAYS[(day + 6) % 7] ?? 'sun'] ?? []
  return (
    today.some((range) => {
      const [from, to] = minutes(range)
      return from < to ? from <= minute && minute < to : from <= minute
    }) ||
    yesterday.some((range) => {
      const [from, to] = minutes(range)
      return to < from && minute < to
    })
  )
}

/** How far ahead, and in which steps, the end of hours is looked for (ms). A shorter gap does not end them. */
const AHEAD = 7 * DAY * 60_000
const LOOK = 5 * 60_000

/** When hours that are open at `now` end, to the minute; null: not within a week. */
export function endOf(hours: WorkingHours, now: number): number | null {
  const minute = now - (now % 60_000)
  for (let at = minute + LOOK; at <= minute + AHEAD; at += LOOK) {
    if (isOpen(hours, at)) continue
    let end = at
    while (end > minute && !isOpen(hours, end - 60_000)) end -= 60_000
    return end
  }
  return null
}

/** Throws Invalid when the hours name no time zone, or a range is empty or begins at an impossible time. */
export function checkWorkingHours(hours: WorkingHours, path: string): void {
  try {
    formatOf(hours.timeZone)
  } catch {
    throw new Invalid(`${path}/timeZone`, { reason: 'no_time_zone', given: hours.timeZone })
  }
  for (const [day, ranges] of Object.entries(hours.days)) {
    for (const [i, range] of (ranges ?? []).entries()) {
      const [from, to] = minutes(range)
      const at = `${path}/days/${day}/${i}`
      if (from >= DAY) throw new Invalid(`${at}/0`, { reason: 'range_start' })
      if (to > DAY) throw new Invalid(`${at}/1`, { reason: 'range_end' })
      if (from === to) throw new Invalid(at, { reason: 'range_empty' })
    }
  }
}

/** The weekday (0 is Sunday) and minute of the day of the local time in the zone. */
function wallClock(timeZone: string, now: number): { day: number; minute: number } {
  const parts: Record<string, string> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(now)) parts[type] = value
  const date = Date.UTC(Number(parts['year']), Number(parts['month']) - 1, Number(parts['day']))
  return { day: new Date(date).getUTCDay(), minute: Number(parts['hour']) * 60 + Number(parts['minute']) }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    formats.set(timeZone, format)
  }
  return format
}

function minutes([from = '00:00', to = '24:00']: readonly string[]): [number, number] {
  return [toMinutes(from), toMinutes(to)]
}

const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
