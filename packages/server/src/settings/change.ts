import type { Role } from '@deskbell/protocol/agent/people'
import type { Keys } from '../platform/crypto.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Checked, Guard } from '../deliveries/http/guard.ts'
import { Invalid, Refused } from '../platform/errors.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'

/** What the functions of the settings need beside the transaction. */
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

/** The setup file and the first start have the rights of an owner. */
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
 * Begins a change of what processes keep of an account. Every such change calls this function first. The lock on the
 * account's row serializes changes of one account, so that two owners cannot demote each other at once. The new
 * revision makes all processes read this account again after the commit.
 */
export async function beginChange(tx: Tx, account: number): Promise<void> {
  const [moved] = await tx.query<{ id: number }>(moveRevision, [account])
  if (!moved) throw notFound('account')
}

/** The same for a change of agents' rows that touches nothing else: processes read only the account's agents again. */
export async function beginAgentChange(tx: Tx, account: number): Promise<void> {
  const [moved] = await tx.query<{ id: number }>(moveAgentsRevision, [account])
  if (!moved) throw notFound('account')
}

export const notFound = (what: string) => new Refused('not_found', `There is no such ${what}.`)

/** The refusal of an address that requests must not be sent to. */
export const refusedUrl = (path: string, { reason, why }: Checked & { ok: false }) =>
  new Invalid(path, reason, 'invalid_field', why)

/** A transaction, and the account that it changes or reads. */
export interface InAccount {
  readonly tx: Tx
  readonly account: number
}
