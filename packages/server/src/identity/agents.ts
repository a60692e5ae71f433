import type { Language } from '@deskbell/protocol/languages'
import type { CallsOn } from '@deskbell/protocol/agent/calls-on'
import type { Role } from '@deskbell/protocol/agent/people'
import { NO_PASSWORD } from '../platform/crypto.ts'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { Refused } from '../platform/errors.ts'
import { endCredentials } from './credentials.ts'
import { moveVersion } from './sessions.ts'
import { beginAgentChange, beginChange, notFound, type Actor, type InAccount } from '../settings/change.ts'
import { allow } from './permissions.ts'

export interface NewAgent {
  email: string
  name: string
  role: Role
  /** Made by `hashPassword` before the transaction; without it, no password signs this agent in. */
  passwordHash?: string
}

/** Fields to change; the others stay. */
export interface AgentChange {
  name?: string
  role?: Role
  passwordHash?: string
  /** A file id, or null for none. */
  photo?: string | null
  phone?: string | null
  /** Of the agent application; null is that of the browser. */
  language?: Language | null
  /** How long messages can be taken back, s. */
  hold?: number
  callsOn?: CallsOn
  /** The presence switch; being online also requires a connection (A4). */
  status?: 'online' | 'away'
}

const agentByEmail = statement(
  'agent_by_email',
  `select account_id, id from agent
   where lower(normalize(email, NFKC)) = lower(normalize($1::text, NFKC)) and deleted_at is null`,
)
const ownersLeft = statement(
  'owners_left',
  "select count(*) as n from agent where account_id = $1 and role = 'owner' and deleted_at is null and id <> $2",
)

const firstOwnerLeft = statement(
  'first_owner_left',
  `select id from agent where account_id = $1 and role = 'owner' and deleted_at is null and id <> $2
   order by id limit 1`,
)

const dropInvitationsBy = statement(
  'drop_invitations_by',
  'delete from invitation where account_id = $1 and invited_by = $2',
)

/** Of done tasks, too. Who made and who did them stays, as the authors of notes do. */
const leaveTasks = statement(
  'agent_leave_tasks',
  'update contact_task set assignee_id = null, told_at = null where account_id = $1 and assignee_id = $2',
)

/** Returns the new agent's number. */
export async function createAgent(tx: Tx, account: number, by: Actor, agent: NewAgent): Promise<number> {
  allow(by, 'agent.create')
  if (agent.role === 'owner') allow(by, 'owner.change')
  await beginAgentChange(tx, account)
  await refuseTakenEmail(tx, agent.email)
  const [made] = await tx.run(
    k
      .insertInto('agent')
      .values({
        account_id: account,
        email: agent.email,
        name: agent.name,
        role: agent.role,
        password_hash: agent.passwordHash ?? NO_PASSWORD,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  )
  if (!made) throw emailTaken(agent.email)
  return made.id
}

const emailTaken = (email: string) => new Refused('email_taken', `Another agent already signs in as ${email}.`)

/** Row-level security hides another account's agents; their addresses are found by the unique index. */
export async function refuseTakenEmail(tx: Tx, email: string): Promise<void> {
  if ((await tx.query(agentByEmail, [email])).length) throw emailTaken(email)
}

/**
 * Changes an agent. A new password ends every session and API token (T50); after a new role, open connections
 * authenticate again (T22). The last owner cannot lose the role.
 */
export async function changeAgent(
  { tx, account }: InAccount,
  by: Actor,
  id: number,
  change: AgentChange,
): Promise<void> {
  if (by.id !== id || change.role !== undefined) allow(by, 'agent.change')
  await beginAgentChange(tx, account)
  const role = await roleOf(tx, account, id)
  if ((role === 'owner' && by.id !== id) || (change.role === 'owner' && role !== 'owner')) allow(by, 'owner.change')
  const demotes = role === 'owner' && change.role !== undefined && change.role !== 'owner'
  if (demotes) await refuseLastOwner(tx, account, id)
  const columns = {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.role === undefined ? {} : { role: change.role }),
    ...(change.passwordHash === undefined ? {} : { password_hash: change.passwordHash }),
    ...(change.photo === undefined ? {} : { photo: change.photo }),
    ...(change.phone === undefined ? {} : { phone: change.phone }),
    ...(change.language === undefined ? {} : { language: change.language }),
    ...(change.hold === undefined ? {} : { hold: change.hold }),
    ...(change.callsOn === undefined ? {} : { calls_on: change.callsOn }),
    ...(change.status === undefined ? {} : { status: change.status }),
  }
  if (Object.keys(columns).length) {
    await tx.run(k.updateTable('agent').set(columns).where('account_id', '=', account).where('id', '=', id))
  }
  if (change.passwordHash !== undefined) await endCredentials(tx, account, id)
  else if (change.role !== undefined && change.role !== role) await moveVersion(tx, account, id, 'all')
}

/** Rows that end with their agent. */
const OWN_TABLES = [
  'alert_device',
  'alert_setting',
  'api_token',
  'channel_agent',
  'department_agent',
  'canned_answer',
  'macro',
  'password_reset',
  'presence_change',
  'routing_agent',
  'saved_view',
  'saved_view_order',
] as const

/**
 * Removes an agent: signed out everywhere, tokens revoked, alerted on no device, assigned to no channel, without what only
 * they could see: their own canned answers, whose files the sweep removes, macros and views. Their messages keep their
 * name, and their tasks are nobody's. Their open chats go to the agent who removes them, or to an owner when agents remove themselves
 * (`conversation/reassign.ts`).
 */
export async function removeAgent({ tx, account }: InAccount, by: Actor, id: number, now: number): Promise<void> {
  allow(by, 'agent.remove')
  await beginChange(tx, account)
  const role = await roleOf(tx, account, id)
  if (role === 'owner') {
    allow(by, 'owner.change')
    await refuseLastOwner(tx, account, id)
  }
  await moveVersion(tx, account, id, 'none')
  for (const table of OWN_TABLES) {
    await tx.run(k.deleteFrom(table).where('account_id', '=', account).where('agent_id', '=', id))
  }
  await tx.query(dropInvitationsBy, [account, id]) // guard T18
  await tx.query(leaveTasks, [account, id])
  const successor = by.id === id ? (await tx.query<{ id: number }>(firstOwnerLeft, [account, id]))[0]?.id : by.id
  await tx.run(
    k
      .updateTable('agent')
      .set({
        deleted_at: new Date(now),
        password_hash: NO_PASSWORD,
        photo: null,
        phone: null,
        working_hours: null,
        successor_id: successor ?? null,
      })
      .where('account_id', '=', account)
      .where('id', '=', id),
  )
}

export async function roleOf(tx: Tx, account: number, id: number): Promise<Role> {
  const [agent] = await tx.run(
    k
      .selectFrom('agent')
      .select('role')
      .where('account_id', '=', account)
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  )
  if (!agent) throw notFound('agent')
  return agent.role
}

async function refuseLastOwner(tx: Tx, account: number, id: number): Promise<void> {
  const [others] = await tx.query<{ n: number }>(ownersLeft, [account, id])
  if (!others?.n) throw new Refused('last_owner', 'An account needs an owner: make another agent an owner first.')
}
