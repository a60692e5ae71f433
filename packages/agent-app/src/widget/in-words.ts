import type { Action, Condition, Rule, TimeComparator } from '@deskbell/protocol/widget/rules'
import { words } from '../words/index.ts'

const w = words.widget.rules.said

/** A rule as a sentence: its conditions and its actions. */
export function inWords({ type, conditions, commands }: Pick<Rule, 'type' | 'conditions' | 'commands'>): string {
  const does = commands.length === 0 ? w.nothing : w.inTurn(commands.map(actionInWords))
  if (conditions.length === 0) return w.always(does)
  return w.whenever((type === 'all' ? w.and : w.or)(conditions.map(conditionInWords)), does)
}

export function conditionInWords(one: Condition): string {
  switch (one.condition) {
    case '':
      return w.unknown
    case 'online':
      return one.value ? w.online.true : w.online.false
    case 'page_url':
      return w[one.comparator](one.value)
    default:
      return w[one.condition](span(one.comparator, one.value))
  }
}

function actionInWords(one: Action): string {
  switch (one.command) {
    case 'proactive':
    case 'system_message':
      return w[one.command](one.message)
    case 'open_offline':
      return w.open_offline(one.title)
    case 'show_callform':
      return w.show_callform(one.title, one.onceADay)
  }
}

const span = (comparator: TimeComparator, seconds: number) => w.times[comparator](time(seconds))

/** In the largest unit that is exact. */
function time(seconds: number): string {
  if (seconds > 0 && seconds % 3600 === 0) return w.hours(seconds / 3600)
  if (seconds > 0 && seconds % 60 === 0) return w.minutes(seconds / 60)
  return w.seconds(seconds)
}
