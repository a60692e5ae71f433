/** From and to, as time fields show them: HH:MM; empty while nothing is chosen. */
export type Span = readonly [from: string, to: string]

/** The hours of a day as they are edited. One that ends before it begins ends on the next day; 00:00 is the end of the day. */
export interface DayHours {
  readonly from: string
  readonly to: string
  readonly breaks: readonly Span[]
}

/** As the server keeps it: from and to, HH:MM; 24:00 is the end of the day. */
type Range = readonly string[]

const DAY = 24 * 60
const toMinute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const toTime = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const toField = (minute: number) => toTime(minute % DAY)

/** The hours of ranges: what lies between two of them is a break. Null: the day is closed. */
export function toDay(ranges: readonly Range[]): DayHours | null {
  const spans = ranges
    .map(([from = '', to = '']) => ({ from: toMinute(from), to: endAfter(toMinute(from), to) }))
    .toSorted((a, b) => a.from - b.from)
  const joined: { from: number; to: number }[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else joined.push(span)
  }
  const [first, last] = [joined[0], joined.at(-1)]
  if (!first || !last) return null
  const breaks = joined.slice(1).map(({ from }, i): Span => [toField(joined[i]?.to ?? 0), toField(from)])
  return { from: toField(first.from), to: toField(last.to), breaks }
}

const endAfter = (from: number, to: string) => (toMinute(to) > from ? toMinute(to) : toMinute(to) + DAY)

const endOf = ({ from, to }: DayHours) => endAfter(toMinute(from), to)

/** Whether the hours end on the next day. */
export const endsNextDay = (day: DayHours): boolean => isFilled(day.from, day.to) && endOf(day) > DAY

const inOrder = (breaks: readonly Span[]) => breaks.toSorted(([a], [b]) => (a < b ? -1 : 1))

/** The ranges of hours without a fault. */
export function fromDay(day: DayHours | null): string[][] {
  if (!day) return []
  const breaks = inOrder(day.breaks)
  const end = endOf(day)
  const starts = [day.from, ...breaks.map(([, to]) => to)]
  const ends = [...breaks.map(([from]) => from), end > DAY ? toField(end) : toTime(end)]
  return starts.map((from, i) => [from, ends[i] ?? ''])
}

const isFilled = (...times: readonly string[]) => times.every((time) => time !== '')

/** What is wrong with hours: their ends, or a break. */
export function faultOfDay(day: DayHours): 'ends' | 'breaks' | null {
  const { from, to } = day
  if (!isFilled(from, to) || (from === to && from !== '00:00')) return 'ends'
  // A range begins on the day that it belongs to, so that a break ends before midnight.
  const end = Math.min(endOf(day), DAY)
  let least = toMinute(from) + 1
  for (const [begins, ends] of inOrder(day.breaks)) {
    if (!isFilled(begins, ends)) return 'breaks'
    if (toMinute(begins) < least || toMinute(ends) <= toMinute(begins) || toMinute(ends) >= end) return 'breaks'
    least = toMinute(ends) + 1
  }
  return null
}

/** The hours with one more break: at noon, or in the middle of the longest time without one. */
export function withBreak(day: DayHours): DayHours {
  const add = (from: number, to: number) => ({ ...day, breaks: [...day.breaks, [toTime(from), toTime(to)] as const] })
  if (faultOfDay(day)) return { ...day, breaks: [...day.breaks, ['', '']] }
  const spans = fromDay(day).map(([from = '', to = '']) => ({
    from: toMinute(from),
    to: Math.min(endAfter(toMinute(from), to), DAY),
  }))
  const [noon, one] = [DAY / 2, DAY / 2 + 60]
  if (day.breaks.length === 0 && spans.some(({ from, to }) => from < noon && one < to)) return add(noon, one)
  const [longest] = spans.toSorted((a, b) => b.to - b.from - (a.to - a.from))
  const middle = longest ? Math.round((longest.from + longest.to) / 30) * 15 : 0
  return longest && longest.from < middle && middle + 15 < longest.to
    ? add(middle, middle + 15)
    : { ...day, breaks: [...day.breaks, ['', '']] }
}
