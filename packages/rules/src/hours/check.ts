import { dayNumberOf } from './date.ts'
import type { Hours, HoursRange } from './hours.ts'
import { toMinutes } from './week.ts'
import { DAY, zoneOf } from './zone.ts'

/** What is wrong with hours: the place in them, as a JSON pointer, and the rule. */
export interface HoursFault {
  readonly at: string
  readonly why:
    | { readonly reason: 'no_time_zone'; readonly given: string }
    | { readonly reason: 'wrong_form'; readonly form: 'date' }
    | { readonly reason: 'range_start' | 'range_end' | 'range_empty' | 'repeated' }
}

/** The first fault of hours whose texts have the form of times and dates; undefined: none. */
export function faultOf({ timeZone, days, holidays = [] }: Hours): HoursFault | undefined {
  try {
    zoneOf(timeZone)
  } catch {
    return { at: '/timeZone', why: { reason: 'no_time_zone', given: timeZone } }
  }
  for (const [day, ranges] of Object.entries(days)) {
    const fault = faultOfRanges(ranges ?? [], `/days/${day}`)
    if (fault) return fault
  }
  const dates = new Set<string>()
  for (const [i, { date, ranges }] of holidays.entries()) {
    const at = `/holidays/${i}`
    if (Number.isNaN(dayNumberOf(date))) return { at: `${at}/date`, why: { reason: 'wrong_form', form: 'date' } }
    if (dates.has(date)) return { at: `${at}/date`, why: { reason: 'repeated' } }
    dates.add(date)
    const fault = faultOfRanges(ranges ?? [], `${at}/ranges`)
    if (fault) return fault
  }
  return undefined
}

function faultOfRanges(ranges: readonly HoursRange[], path: string): HoursFault | undefined {
  for (const [i, range] of ranges.entries()) {
    const [from, to] = toMinutes(range)
    if (from >= DAY) return { at: `${path}/${i}/0`, why: { reason: 'range_start' } }
    if (to > DAY) return { at: `${path}/${i}/1`, why: { reason: 'range_end' } }
    if (from === to) return { at: `${path}/${i}`, why: { reason: 'range_empty' } }
  }
  return undefined
}
