import { leaving } from '../bot-turn.ts'
import type { CommandKind } from '../command-kind.ts'
import type { EntryBody } from '../entries.ts'
import type { Facts } from '../facts.ts'
import { afterOffer, offerEnded } from '../offer.ts'
import { dueMessages, toSent, withScheduled } from '../scheduled.ts'
import { botDueAt, type ChatState } from '../state.ts'
import { ending } from './agent-close.ts'
import { changesTold } from '../visitor-changes.ts'

/** A time that the state waits for (`dueAt`) may have been reached. */
export interface TimePass {
  readonly type: 'time.pass'
}

export const timePass: CommandKind<TimePass> = {
  type: 'time.pass',
  decide(state, _command, facts) {
    const { closing, snoozed } = state
    const due = dueMessages(state, facts.now)
    const sent = due.flatMap(toSent)
    if (closing && facts.now >= closing.until) {
      const left = (state.scheduled ?? []).filter((one) => !due.includes(one))
      return [...sent, ...ending(withScheduled(state, left), closing.agent)]
    }
    const wakes = snoozed && snoozed.until !== null && facts.now >= snoozed.until
    return [
      ...sent,
      ...(wakes ? [{ type: 'chat.woken' as const, why: 'time' as const }] : []),
      ...changesTold(state, facts.now),
      ...offerIsUnanswered(state, facts),
      ...departmentIsLate(state, facts),
      ...botIsLate(state, facts),
    ]
  },
}

/** The agent to whom the chat was offered has not accepted in time. */
function offerIsUnanswered(state: ChatState, facts: Facts): EntryBody[] {
  if (!state.offer || facts.now < state.offer.until) return []
  return [...offerEnded(state, 'unanswered'), ...afterOffer(state, facts)]
}

/** No agent of the department has accepted the chat in time: it returns to the agent who gave it, if they are online. */
function departmentIsLate({ returns, department, owner }: ChatState, facts: Facts): EntryBody[] {
  if (!returns || !department || facts.now < returns.until) return []
  const { isOnline = () => true } = facts
  if (owner.kind !== 'queue' || !isOnline(returns.to.id)) return [{ type: 'chat.returned', department }]
  const { to } = returns
  return [
    { type: 'chat.returned', department, to },
    { type: 'agent.joined', agent: to, returned: true },
  ]
}

/**
 * A silent bot leaves (B10), the bot learns that no agent accepted its call (B19), and a chat whose bot was removed
 * goes to the queue.
 */
function botIsLate(state: ChatState, facts: Facts): EntryBody[] {
  const due = botDueAt(state)
  const { bot, owner } = state
  if (owner.kind === 'bot' && bot && bot.asked.length > 0 && facts.bot?.id !== bot.id) return [leaving(bot, 'removed')]
  if (due === null || facts.now < due || !bot) return []
  if (owner.kind === 'bot') return [leaving(bot, 'silent')]
  return [{ type: 'agent.unavailable', bot: { id: bot.id, name: bot.name }, why: 'unaccepted' }]
}
