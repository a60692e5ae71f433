import type { Role } from '@deskbell/protocol/agent/people'
import type { Keys } from '../platform/crypto.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Checked, Guard } from '../deliveries/http/guard.ts'
import { Invalid, Refused } from '../platform/errors.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'

/** What the functions of the office need of the world. */
export interface SettingsContext {
  clock: Clock
  ids: Ids
  keys: Keys
  guard: Pick<Guard, 'checkUrl'>
}

/** The agent on whose behalf something is changed. */
export interface Actor {
  id: number
  role: Role
}

/** The setup file and the first start act with an owner's rights. */
export const OPERATOR: Actor = { id: 0, role: 'owner' }

const moveRevision = statement(
  'account_revision_move',
  'update account set revision = revision + 1 where id = $1 returning id',
)
const moveAgentsRevision = statement(
  'account_agents_revision_move',
  'update account set agents_revision = agents_revision + 1 where id = $1 returning id',
)

/**
 * Begins a change of what processes keep of an account. Every such change comes here first: the lock on the account's
 * row makes changes of one account take turns, so that two owners cannot demote each other at once, and the number tells
 * all processes to read this account again once the transaction has committed.
 */
export async function beginChange(tx: Tx, account: number): Promise<void> {
  const [moved] = await tx.query<{ id: number }>(moveRevision, [account])
  if (!moved) throw notFound('account')
}

/** The same for a change of rows of agents that touches nothing else: processes read the account's agents again. */
export async function beginAgentChange(tx: Tx, account: number): Promise<void> {
  const [moved] = await tx.query<{ id: number }>(moveAgentsRevision, [account])
  if (!moved) throw notFound('account')
}

export const notFound = (what: string) => new Refused('not_found', `There is no such ${what}.`)

/** An address that requests must not go to. */
export const refusedUrl = (path: string, { reason, why }: Checked & { ok: false }) =>
  new Invalid(path, reason, 'invalid_field', why)

/** A transaction, and the account that it changes or reads. */
export interface InAccount {
  readonly tx: Tx
  readonly account: number
}
