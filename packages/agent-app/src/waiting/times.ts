/** Times to offer for a message or a snooze, in the agent's time zone. */
export type OfferedTime = { name: 'hour' | 'tomorrow' | 'monday'; at: number }

const HOUR = 60 * 60_000
const MORNING = 9
const MONDAY = 1

/** Nine o'clock of the day that many days after `now`; setting the fields keeps it right when the clocks change. */
export function morning(now: number, days: number): number {
  const date = new Date(now)
  date.setDate(date.getDate() + days)
  return date.setHours(MORNING, 0, 0, 0)
}

/** Nine o'clock of next Monday. */
export const nextMonday = (now: number): number => morning(now, (MONDAY - new Date(now).getDay() + 7) % 7 || 7)

/** In an hour, tomorrow at nine and next Monday at nine. On a Sunday the last two are the same, and one is offered. */
export function offeredTimes(now: number): OfferedTime[] {
  const tomorrow = morning(now, 1)
  const monday = nextMonday(now)
  return [
    { name: 'hour', at: now + HOUR },
    { name: 'tomorrow', at: tomorrow },
    ...(monday === tomorrow ? [] : [{ name: 'monday' as const, at: monday }]),
  ]
}

const two = (n: number) => String(n).padStart(2, '0')

/** The value of a `datetime-local` field. */
export function toField(at: number): string {
  const date = new Date(at)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The time in such a field; null while it is not complete. */
export function fromField(value: string): number | null {
  const at = value === '' ? Number.NaN : new Date(value).getTime()
  return Number.isNaN(at) ? null : at
}
