import type { ConditionReport } from '@deskbell/protocol/widget/rule-report'
import { inSeconds, lasting } from '../text/when.ts'
import { words } from '../words/index.ts'

const w = words.visitors.rules
/** Up to this many seconds are shown exactly, because a rule waits for minutes at most. */
const EXACT = 600

const time = (seconds: number): string => (seconds < EXACT ? inSeconds(seconds) : lasting(seconds * 1000, 'long'))

/** The current value of a condition; null where "met" or "not met" is enough. */
export function nowInWords(one: ConditionReport): string | null {
  switch (one.condition) {
    case '':
      return null
    case 'online':
      return one.met ? null : w.unmetOnline[one.value ? 'true' : 'false']
    case 'page_url':
      return one.met ? null : w.page[one.comparator]
    default:
      return one.now === null ? w.notYet : w.soFar(time(one.now))
  }
}
