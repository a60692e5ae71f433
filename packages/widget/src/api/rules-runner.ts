import type { Action, Rule } from '@deskbell/protocol/widget/rules'
import type { WidgetCore } from '../core/core.ts'
import { learnChat } from './learn-chat.ts'
import { followMarks } from './marks.ts'
import { dueRules, type RulesNow } from './rules-clock.ts'
import { toReports } from './rules-report.ts'
import { isOpen } from '../core/states.ts'
import { openChat } from '../core/thread.ts'

/**
 * Checks every second whether a rule is due (W3), if there are rules. Answers an agent who asks for the state of the
 * rules (W19). Returns the function that sets them.
 */
export function runRules(core: WidgetCore) {
  const { marks, session, local } = core
  const begun = Date.now()
  const fired = new Set<string>()
  const isChatKnown = learnChat(core)
  let rules: readonly Rule[] = []
  // The first moment of the page is not checked yet.
  let lookedAt = begun - 1
  followMarks(core, begun)

  const act = (action: Action): void => {
    switch (action.command) {
      case 'proactive':
        session.set('invited', '1')
        marks.time_after_invitation = Date.now()
        core.bubble = action.message
        core.addAside('invitation', action.message)
        return void core.boot.load('window')
      case 'open_offline':
        core.form = action
        return core.wish('open')
      case 'show_callform': {
        if (action.onceADay) local.set('called', today())
        core.callTitle = action.title
        return core.wish('call')
      }
      case 'system_message':
        core.addAside('system', action.message)
        return void core.boot.load('window')
    }
  }
  core.onPage(() => {
    fired.clear()
    marks.time_on_page = Date.now()
  })
  const given = (): RulesNow => {
    const { online, state, entries } = core
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
  core.why = (id) => core.say({ t: 'because', of: id, ...toReports(rules, fired, given()) })
  core.onSecond(() => {
    if (rules.length === 0) {
      lookedAt = Date.now()
      return
    }
    // Rules that become due while the open chat is unknown fire afterwards.
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
