import type { WeekHours } from '@deskbell/protocol/agent/hours'
import { type Day, DAYS } from '../hours/days.ts'

/** Quiet hours as the screen edits them: one span that begins on some days and may end on the next. */
export type Quiet = { timeZone: string; days: readonly Day[]; from: string; to: string }

export const usualQuiet = (timeZone: string): Quiet => ({ timeZone, days: DAYS, from: '20:00', to: '08:00' })

export function toQuiet({ timeZone, days }: WeekHours): Quiet {
  const chosen = DAYS.filter((day) => (days[day]?.length ?? 0) > 0)
  const [from = '20:00', to = '08:00'] = (chosen[0] && days[chosen[0]]?.[0]) ?? []
  return { timeZone, days: chosen, from, to }
}

export const fromQuiet = ({ timeZone, days, from, to }: Quiet): WeekHours => ({
  timeZone,
  days: Object.fromEntries(days.map((day) => [day, [[from, to]]])),
})

export const isComplete = ({ days, from, to }: Quiet): boolean =>
  days.length > 0 && from !== '' && to !== '' && from !== to
