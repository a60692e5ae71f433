import { OUTSIDE, type CallState } from '@deskbell/rules/calls/index'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

const liveStatement = statement(
  'calls_live',
  'select id, state from call where account_id = $1 and ended_at is null order by id',
)

/** A call that is not over. */
export interface LiveCall {
  readonly id: number
  readonly state: CallState
}

export const readLiveCalls = (db: Pick<Tx, 'query'>, account: number): Promise<LiveCall[]> =>
  db.query<LiveCall>(liveStatement, [account])

/** The agents who talk in one of these calls, or whose devices ring for one. `but`: a call that does not count. */
export function agentsIn(calls: readonly LiveCall[], but?: number): Set<number> {
  const agents = new Set<number>()
  for (const { id, state } of calls) {
    if (id === but || state.over) continue
    for (const one of [...state.agents, ...state.rings]) agents.add(one.id)
    if (state.invitation) agents.add(state.invitation.to.id)
  }
  agents.delete(OUTSIDE)
  return agents
}
