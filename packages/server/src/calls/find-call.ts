import type { Call } from '@deskbell/protocol/agent/call'
import { maySeeCall } from '../agent-api/access.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import { readCall } from '../conversation/calls/read.ts'
import { notFound } from '../settings/change.ts'
import type { Services } from '../services.ts'

/** A call that the agent may not see gets the same refusal as a missing one (T17). */
export async function findCall(
  { db, directory }: Pick<Services, 'db' | 'directory'>,
  { account, agent }: SignedIn,
  id: number,
): Promise<Call> {
  const found = await db.asAccount(account, (tx) => readCall(tx, account, id))
  if (!found || !maySeeCall(directory, agent, found)) throw notFound('call') // guard T18
  return found.call
}
