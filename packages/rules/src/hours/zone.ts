/** The minutes of a day. Times in this folder are whole minutes since the epoch, in UTC unless they are called local. */
export const DAY = 24 * 60
export const MINUTE = 60_000

/** Days of a zone, and zones, that are kept in memory. */
const DAYS_KEPT = 2000
const ZONES_KEPT = 1000

/** From `from` on, the zone's clock is `offset` minutes ahead of UTC. */
export interface Stretch {
  readonly from: number
  readonly offset: number
}

/** A time zone. Intl is slow, so that it is asked about a day once. */
export interface Zone {
  /** A day of UTC, counted from the epoch: one stretch, or two when the clock changes on it. */
  stretchesOf(day: number): readonly Stretch[]
  offsetAt(minute: number): number
}

const zones = new Map<string, Zone>()

/** Throws a RangeError for a name that Intl does not know. */
export function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone)
  if (!zone) {
    zone = makeZone(timeZone)
    if (zones.size >= ZONES_KEPT) zones.clear()
    zones.set(timeZone, zone)
  }
  return zone
}

function makeZone(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const days = new Map<number, readonly Stretch[]>()

  function measure(minute: number): number {
    const parts: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(minute * MINUTE)) parts[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute: past = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, past) / MINUTE - minute
  }

  function findStretches(from: number): readonly Stretch[] {
    const [before, after] = [measure(from), measure(from + DAY)]
    if (before === after) return [{ from, offset: before }]
    // The clock changes after `low` and not after `high`.
    let [low, high] = [from, from + DAY]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (measure(middle) === before) low = middle
      else high = middle
    }
    const first = { from, offset: before }
    return high < from + DAY ? [first, { from: high, offset: after }] : [first]
  }

  function stretchesOf(day: number): readonly Stretch[] {
    let found = days.get(day)
    if (!found) {
      found = findStretches(day * DAY)
      if (days.size >= DAYS_KEPT) days.clear()
      days.set(day, found)
    }
    return found
  }

  return {
    stretchesOf,
    offsetAt: (minute) => stretchesOf(Math.floor(minute / DAY)).findLast(({ from }) => from <= minute)?.offset ?? 0,
  }
}
