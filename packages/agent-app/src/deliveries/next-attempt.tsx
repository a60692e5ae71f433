import { full, lasting } from '../text/when.ts'
import { useSeconds } from '../ui/now.ts'
import { words } from '../words/index.ts'

const w = words.deliveries

/** A countdown to the next attempt. */
export function NextAttempt({ at }: { at: number }) {
  const now = useSeconds()
  return <span title={full(at)}>{at <= now ? w.now : w.next(lasting(at - now, 'long'))}</span>
}
