import type { Call } from '@deskbell/protocol/agent/call'
import { maySeeCall } from '../agent-api/access.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import { readCall, type CallRead } from '../conversation/calls/read.ts'
import { notFound } from '../settings/change.ts'
import type { Services } from '../services.ts'

/** A call that the agent may not see gets the same refusal as a missing one (T17). */
export async function findCall(
  { db, directory }: Pick<Services, 'db' | 'directory'>,
  { account, agent }: Pick<SignedIn, 'account' | 'agent'>,
  id: number,
): Promise<Call> {
  return (await findCallRead({ db, directory }, { account, agent }, id)).call
}

/** The same, with its recording. */
export async function findCallRead(
  { db, directory }: Pick<Services, 'db' | 'directory'>,
  { account, agent }: Pick<SignedIn, 'account' | 'agent'>,
  id: number,
): Promise<CallRead> {
  const found = await db.asAccount(account, (tx) => readCall(tx, account, id))
  if (!found || !maySeeCall(directory, agent, found)) throw notFound('call') // guard T18
  return found
}
