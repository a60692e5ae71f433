import { morning, nextMonday } from '../waiting/times.ts'

/** A time to offer for a task, in the agent's time zone. */
export type DueTime = { name: 'tomorrow' | 'threeDays' | 'monday'; at: number }

/** Nine o'clock of tomorrow, of the third day from now, and of next Monday, by time; equal ones are offered once. */
export function dueTimes(now: number): DueTime[] {
  const all: DueTime[] = [
    { name: 'tomorrow', at: morning(now, 1) },
    { name: 'threeDays', at: morning(now, 3) },
    { name: 'monday', at: nextMonday(now) },
  ]
  return all.filter(({ at }, place) => all.findIndex((one) => one.at === at) === place).toSorted((a, b) => a.at - b.at)
}
