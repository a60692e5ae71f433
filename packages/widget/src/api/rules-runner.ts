import type { Action, Rule } from '@deskbell/protocol/widget/rules'
import type { Desk } from '../core/desk.ts'
import { dueRules } from './rules-clock.ts'
import { isOpen } from '../core/states.ts'
import { openChat } from '../core/thread.ts'

/**
 * Looks each second whether a rule is due (W3); nothing is looked at, and nothing kept, while there are none. Returns what
 * sets them.
 */
export function runRules(desk: Desk) {
  const { marks, session, local } = desk
  const begun = Date.now()
  const fired = new Set<string>()
  let rules: readonly Rule[] = []
  marks.time_on_page = begun

  const act = (name: string, action: Action): void => {
    switch (action.command) {
      case 'proactive':
        session.set('invited', '1')
        marks.time_after_invitation = Date.now()
        desk.bubble = action.message
        desk.addAside('invitation', action.message)
        desk.say({ t: 'shown', rule: name })
        return void desk.boot.load('window')
      case 'open_offline':
        desk.form = action
        return desk.wish('open')
      case 'show_callform': {
        const today = new Date().toDateString()
        if (action.onceADay && local.get('called') === today) return
        if (action.onceADay) local.set('called', today)
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
  desk.onSecond(() => {
    const { online, state, entries } = desk
    if (rules.length === 0) return
    if (!marks.time_on_site) {
      marks.time_on_site = Number(session.get('began') ?? begun)
      session.set('began', String(marks.time_on_site))
    }
    const busy = isOpen(state) || openChat(entries) !== undefined
    const invited = session.get('invited') !== undefined
    const given = { now: Date.now(), online, url: location.href, marks, busy, invited }
    for (const { rule, action } of dueRules(rules, fired, given)) act(rule.name, action)
  })
  return (now: readonly Rule[]): void => {
    rules = now
  }
}
