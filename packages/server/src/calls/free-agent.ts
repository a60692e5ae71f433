import { readLiveCalls } from '../conversation/calls/live.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import type { Db } from '../db/db.ts'
import { Refused } from '../platform/errors.ts'

/** Throws Refused when the agent talks in a call already. `but`: a call that does not count. */
export async function checkFree(db: Db, { account, agent }: SignedIn, but?: number): Promise<void> {
  const live = await readLiveCalls(db, account)
  const talks = live.some(
    ({ id, state }) => id !== but && !state.over && state.agents.some((one) => one.id === agent.id),
  )
  if (talks) throw new Refused('in_call', 'You are in a call: end it first.')
}
