import type { Hours } from './hours.ts'
import { toWeek, type Week } from './week.ts'
import { DAY, MINUTE } from './zone.ts'

/** How far ahead a change is looked for, in days. */
const AHEAD = 370
/** A shorter gap does not end hours (ms): a day that ends at 23:59 goes on in the next one. */
const GAP = 5 * MINUTE

/** Whether hours are open, and when that changes (ms); null: not within a year. */
export interface HoursState {
  readonly open: boolean
  readonly until: number | null
}

/** What is known about hours: their state from one minute to before another. */
interface Known {
  readonly week: Week
  readonly from: number
  readonly to: number
  readonly state: HoursState
}

const known = new WeakMap<Hours, Known>()

/**
 * Whether hours are open at `now`, and when that changes, to the minute. An hour that the clock change repeats is open twice, one
 * that it skips is never open. Asked again before the change, it answers from memory.
 */
export function hoursAt(hours: Hours, now: number): HoursState {
  const minute = Math.floor(now / MINUTE)
  const last = known.get(hours)
  if (last && last.from <= minute && minute < last.to) return last.state
  const week = last?.week ?? toWeek(hours)
  const change = changeAfter(week, minute)
  const state = { open: isOpenAt(week, minute), until: change === null ? null : change * MINUTE }
  // Without a change, it is looked again on the next day.
  known.set(hours, { week, from: minute, to: change ?? minute + DAY, state })
  return state
}

/** Whether `now` is within the hours. */
export const isOpen = (hours: Hours, now: number): boolean => hoursAt(hours, now).open

/** When hours that are open at `now` end, gaps of less than five minutes left out; null: not within a year. */
export function endOf(hours: Hours, now: number): number | null {
  let at = now
  while (at - now < AHEAD * DAY * MINUTE) {
    const { open, until } = hoursAt(hours, at)
    if (!open) return at
    if (until === null) return null
    const again = hoursAt(hours, until).until
    if (again === null || again - until >= GAP) return until
    at = again
  }
  return null
}

function isOpenAt({ zone, spansOn }: Week, minute: number): boolean {
  const local = minute + zone.offsetAt(minute)
  const day = Math.floor(local / DAY)
  const past = local - day * DAY
  return (
    spansOn(day).some(({ from, to }) => from <= past && past < to) || spansOn(day - 1).some(({ to }) => past + DAY < to)
  )
}

function changeAfter(week: Week, minute: number): number | null {
  const open = isOpenAt(week, minute)
  const today = Math.floor(minute / DAY)
  for (let day = today; day <= today + AHEAD; day++) {
    const change = endsWithin(week, day).find((end) => end > minute && isOpenAt(week, end) !== open)
    if (change !== undefined) return change
  }
  return null
}

/** The minutes of a day of UTC at which a range begins or ends, or the clock changes, in their order. Between them nothing changes. */
function endsWithin({ zone, spansOn }: Week, day: number): number[] {
  const ends: number[] = []
  const stretches = zone.stretchesOf(day)
  for (const [i, { from, offset }] of stretches.entries()) {
    const to = stretches[i + 1]?.from ?? (day + 1) * DAY
    ends.push(from)
    const last = Math.floor((to + offset) / DAY)
    // A range of the day before may end on this one.
    for (let local = Math.floor((from + offset) / DAY) - 1; local <= last; local++)
      for (const span of spansOn(local))
        for (const end of [span.from, span.to]) {
          const at = local * DAY + end - offset
          if (from <= at && at < to) ends.push(at)
        }
  }
  return ends.sort((a, b) => a - b)
}
