import type { ConditionReport } from '@deskbell/protocol/widget/rule-report'
import { lasting } from '../text/when.ts'
import { words } from '../words/index.ts'

const w = words.visitors.rules
/** Up to so many seconds are said one by one: a minute more or less is what a rule waits for. */
const EXACT = 600

const time = (seconds: number): string =>
  seconds < EXACT ? words.widget.rules.said.seconds(seconds) : lasting(seconds * 1000, 'long')

/** How it is now with what a condition asks for; null where whether it holds says it all. */
export function nowInWords(one: ConditionReport): string | null {
  switch (one.condition) {
    case '':
      return null
    case 'online':
      return one.met ? null : words.widget.rules.said.online[one.value ? 'false' : 'true']
    case 'page_url':
      return one.met ? null : w.page[one.comparator]
    default:
      return one.now === null ? w.notYet : w.soFar(time(one.now))
  }
}
