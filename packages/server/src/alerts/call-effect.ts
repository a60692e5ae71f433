import { OUTSIDE, type CallState } from '@deskbell/rules/calls/index'
import type { CallEffect, CallMade } from '../conversation/calls/effects.ts'
import { statement } from '../db/statement.ts'

/** `$3`: the agents at whom the call begins to ring. */
const insertRings = statement(
  'alert_call_ring',
  `insert into alert (account_id, cause, call_id, agent_id, created_at, next_at)
   select $1, 'call', $2, t.agent, $4, $4 from unnest($3::int[]) as t(agent) on conflict do nothing`,
)
/**
 * `$3`: the agents at whom it rings, `$5`: those who talk. An alert that has ended is due once more: what was shown of it is
 * taken back.
 */
const endRings = statement(
  'alert_call_end',
  `update alert set ended_at = $4, next_at = $4, outcome = case when agent_id = any($5::int[]) then 'answered' else 'over' end
   where account_id = $1 and call_id = $2 and cause = 'call' and ended_at is null and not agent_id = any($3::int[])`,
)
/**
 * A visitor who calls again before agents have seen that they were missed makes no other alert. One that waits for the end of
 * quiet hours is decided again: an agent may be there now who was not.
 */
const insertMissed = statement(
  'alert_call_missed',
  `with open as (
     select a.id, a.outcome from call l join alert a on a.account_id = $1 and a.call_id = l.id
     where l.account_id = $1 and l.visitor_number = $3 and l.missed and l.id <> $2 and a.cause = 'missed_call' and a.ended_at is null),
   again as (
     update alert a set next_at = $4, outcome = null from open o where a.account_id = $1 and a.id = o.id and o.outcome = 'quiet')
   insert into alert (account_id, cause, call_id, created_at, next_at)
   select $1, 'missed_call', $2, $4, $4 where not exists (select from open) on conflict do nothing`,
)

/**
 * Writes an alert for each agent at whom a call begins to ring, ends it with the ring, and writes one for the agents who may call
 * back when no agent took the call.
 */
export function callAlertEffect({ onWritten }: { /** An alert is due. */ readonly onWritten: () => void }): CallEffect {
  return {
    name: 'alerts',
    plan(made) {
      const { account, visitor, before, state } = made
      const ringing = ringsOf(state)
      const stops = before !== undefined && ringsOf(before).some((id) => !ringing.includes(id))
      const rung = rungIn(made)
      const isMissed = missed(made)
      if (!stops && rung.length === 0 && !isMissed) return undefined
      return {
        write({ at, send }) {
          const { call } = made
          const talking = state.agents.map(({ id }) => id)
          if (stops) send(endRings, [account, call, ringing, at, talking])
          if (rung.length > 0) send(insertRings, [account, call, rung, at])
          if (isMissed) send(insertMissed, [account, call, visitor.number, at])
        },
        committed: onWritten,
      }
    },
  }
}

/** The agents at whom a call rings, and the one who is asked into it. */
const ringsOf = ({ rings, invitation }: CallState): number[] => [
  ...rings.map(({ id }) => id),
  ...(invitation && invitation.to.id !== OUTSIDE ? [invitation.to.id] : []),
]

/** The agents at whom it began to ring, and still does. One who calls a contact is there. */
function rungIn({ entries, state }: CallMade): number[] {
  const rung = entries.flatMap((entry) => {
    if (entry.type === 'call.rang') return entry.agents.map(({ id }) => id)
    return entry.type === 'call.invited' ? [entry.to.id] : []
  })
  const ringing = new Set(ringsOf(state))
  return rung.filter((id) => ringing.has(id))
}

/** The call came to nothing before an agent took it. An agent who took it knows. */
const missed = ({ before, state }: CallMade): boolean =>
  state.status === 'error' &&
  before?.status !== 'error' &&
  state.type !== 'outgoing' &&
  state.connectedAt.agent === null
