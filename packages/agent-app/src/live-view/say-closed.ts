import type { HoursNow } from '@deskbell/protocol/agent/hours'
import { upcoming } from '../text/when.ts'
import { liveWords as w } from './words.ts'

/** That an agent or a department is outside their hours, and until when; null: they are not. */
export function sayClosed(hours: HoursNow | null, now: number): string | null {
  if (!hours || hours.open) return null
  return hours.until === null ? w.closed : w.closedUntil(upcoming(hours.until, now))
}
