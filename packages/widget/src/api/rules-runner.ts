import type { Action, Rule } from '@deskbell/protocol/widget/rules'
import type { Desk } from '../core/desk.ts'
import { learnChat } from './learn-chat.ts'
import { followMarks } from './marks.ts'
import { dueRules, type RulesNow } from './rules-clock.ts'
import { toReports } from './rules-report.ts'
import { isOpen } from '../core/states.ts'
import { openChat } from '../core/thread.ts'

/**
 * Looks each second whether a rule is due (W3); nothing is looked at while there are none. Tells an agent who asks how
 * they stand (W19). Returns what sets them.
 */
export function runRules(desk: Desk) {
  const { marks, session, local } = desk
  const begun = Date.now()
  const fired = new Set<string>()
  const isChatKnown = learnChat(desk)
  let rules: readonly Rule[] = []
  // The moment of the page's beginning is not looked at yet.
  let lookedAt = begun - 1
  followMarks(desk, begun)

  const act = (action: Action): void => {
    switch (action.command) {
      case 'proactive':
        session.set('invited', '1')
        marks.time_after_invitation = Date.now()
        desk.bubble = action.message
        desk.addAside('invitation', action.message)
        return void desk.boot.load('window')
      case 'open_offline':
        desk.form = action
        return desk.wish('open')
      case 'show_callform': {
        if (action.onceADay) local.set('called', today())
        desk.callTitle = action.title
        return desk.wish('call')
      }
      case 'system_message':
        desk.addAside('system', action.message)
        return void desk.boot.load('window')
    }
  }
  desk.onPage(() => {
    fired.clear()
    marks.time_on_page = Date.now()
  })
  const given = (): RulesNow => {
    const { online, state, entries } = desk
    return {
      now: Date.now(),
      lookedAt,
      online,
      url: location.href,
      marks,
      busy: isOpen(state) || openChat(entries) !== undefined,
      invited: session.get('invited') !== undefined,
      calledToday: local.get('called') === today(),
    }
  }
  desk.why = (id) => desk.say({ t: 'because', of: id, ...toReports(rules, fired, given()) })
  desk.onSecond(() => {
    if (rules.length === 0) {
      lookedAt = Date.now()
      return
    }
    // What comes due while it is not known whether a chat goes on comes due afterwards.
    if (!isChatKnown(Date.now())) return
    const facts = given()
    const due = dueRules(rules, fired, facts)
    lookedAt = facts.now
    for (const { action } of due) act(action)
  })
  return (now: readonly Rule[]): void => {
    rules = now
  }
}

const today = (): string => new Date().toDateString()
