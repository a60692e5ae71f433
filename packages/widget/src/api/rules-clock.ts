import { type Action, holds, type Rule } from '@deskbell/protocol/widget/rules'
import type { Marks } from '../core/desk.ts'

/** A minute after the visitor closed the window, nothing opens by itself. Ms. */
export const QUIET = 60_000

export interface RulesNow {
  now: number
  online: boolean
  url: string
  marks: Marks
  /** The window is open or a chat is going on: the visitor is not invited to what he is in. */
  busy: boolean
  /** An invitation was shown in this visit: there is no second one. */
  invited: boolean
}

/**
 * What rules want done now. Each fires once for a page: `fired` remembers what it says, so that the same rules set again
 * are the same rules. What opens something waits while the visitor is busy, and is not lost.
 */
export function dueRules(
  rules: readonly Rule[],
  fired: Set<string>,
  given: RulesNow,
): { rule: Rule; action: Action }[] {
  const { now, online, url, marks } = given
  const secondsSince = (mark: number | undefined) => (mark === undefined ? undefined : (now - mark) / 1000)
  const times = {
    time_on_page: secondsSince(marks.time_on_page),
    time_on_site: secondsSince(marks.time_on_site),
    time_after_close: secondsSince(marks.time_after_close),
    time_after_invitation: secondsSince(marks.time_after_invitation),
    time_after_first_message: secondsSince(marks.time_after_first_message),
  }
  let { invited, busy } = given
  busy ||= marks.time_after_close !== undefined && now - marks.time_after_close < QUIET
  return rules.flatMap((rule) => {
    const name = JSON.stringify(rule)
    if (fired.has(name) || !holds(rule, { online, url, times })) return []
    if (busy && rule.commands.some(({ command }) => command !== 'system_message')) return []
    fired.add(name)
    return rule.commands.flatMap((action) => {
      if (action.command === 'proactive') {
        if (invited) return []
        invited = true
      }
      return [{ rule, action }]
    })
  })
}
