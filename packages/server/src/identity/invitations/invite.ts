import type { NewInvitation } from '@deskbell/protocol/agent/invitation'
import type { Role } from '@deskbell/protocol/agent/people'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { Invalid, Refused } from '../../platform/errors.ts'
import { beginAgentChange, notFound, type Actor, type InAccount } from '../../settings/change.ts'
import { handOver, makeLinkToken, type LinkTools } from '../access-link.ts'
import { refuseTakenEmail } from '../agents.ts'
import { allow } from '../permissions.ts'

/** How long an invitation is valid (ms). */
export const INVITATION_TIME = 7 * 24 * 3_600_000
/** Invitations that an account may have at a time. */
const MOST = 200

/** An agent who invites, by name for the mail. */
export interface Inviter extends Actor {
  readonly name: string
}

export interface InvitationRow {
  readonly id: number
  readonly email: string
  readonly role: Role
  readonly channels: number[]
  readonly departments: number[]
  readonly invited_by: number
  readonly created_at: number
  readonly expires_at: number
}

const COLUMNS = 'id, email, role, channels, departments, invited_by, created_at, expires_at'
const readRows = statement('invitations', `select ${COLUMNS} from invitation where account_id = $1 order by id`)
const readOne = statement('invitation', `select ${COLUMNS} from invitation where account_id = $1 and id = $2`)
const countRows = statement('count_invitations', 'select count(*) as n from invitation where account_id = $1')
const insertOne = statement(
  'insert_invitation',
  `insert into invitation (account_id, email, role, channels, departments, hash, invited_by, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
)
const renewOne = statement(
  'renew_invitation',
  'update invitation set hash = $3, invited_by = $4, expires_at = $5 where account_id = $1 and id = $2',
)
const dropOne = statement('drop_invitation', 'delete from invitation where account_id = $1 and id = $2 returning id')
const dropFor = statement(
  'drop_invitations_for',
  'delete from invitation where account_id = $1 and lower(normalize(email, NFKC)) = lower(normalize($2::text, NFKC))',
)
const channelsThere = statement(
  'channels_there',
  'select id from channel where account_id = $1 and id = any($2::int[]) and deleted_at is null',
)
const departmentsThere = statement(
  'departments_there',
  'select id from department where account_id = $1 and id = any($2::int[])',
)

export const readInvitations = (tx: Tx, account: number): Promise<InvitationRow[]> =>
  tx.query<InvitationRow>(readRows, [account])

export async function readInvitation(tx: Tx, account: number, id: number): Promise<InvitationRow> {
  const [row] = await tx.query<InvitationRow>(readOne, [account, id])
  if (!row) throw notFound('invitation')
  return row
}

/** Invites a person, in place of an earlier invitation of the same address. `link`: see `handOver`. */
export async function invite(
  tools: LinkTools,
  { tx, account }: InAccount,
  by: Inviter,
  { email, role, channels = [], departments = [] }: NewInvitation,
): Promise<{ id: number; link: string | null }> {
  allowRole(by, role)
  await beginAgentChange(tx, account)
  await refuseTakenEmail(tx, email)
  await checkThere(tx, account, { channels, departments })
  await tx.query(dropFor, [account, email])
  const [count] = await tx.query<{ n: number }>(countRows, [account])
  if ((count?.n ?? 0) >= MOST)
    throw new Refused('too_many_invitations', `An account may have ${MOST} invitations. Revoke some first.`)
  const { token, hash } = makeLinkToken(tools.ids)
  const now = tools.clock.now()
  const until = now + INVITATION_TIME
  const [made] = await tx.query<{ id: number }>(insertOne, [
    ...[account, email, role, channels, departments, hash, by.id],
    ...[new Date(now), new Date(until)],
  ])
  if (!made) throw new Error('no invitation was stored')
  const link = await handOver(tools, tx, { account, kind: 'invitation', token, recipient: email, by: by.name, until })
  return { id: made.id, link }
}

/** Makes a new link for an invitation; the earlier link ends. */
export async function renewInvitation(
  tools: LinkTools,
  { tx, account }: InAccount,
  by: Inviter,
  id: number,
): Promise<string | null> {
  await beginAgentChange(tx, account)
  const { email, role } = await readInvitation(tx, account, id)
  allowRole(by, role) // guard T18
  const { token, hash } = makeLinkToken(tools.ids)
  const until = tools.clock.now() + INVITATION_TIME
  await tx.query(renewOne, [account, id, hash, by.id, new Date(until)])
  return handOver(tools, tx, { account, kind: 'invitation', token, recipient: email, by: by.name, until })
}

export async function revokeInvitation({ tx, account }: InAccount, by: Actor, id: number): Promise<void> {
  allow(by, 'agent.create')
  const [gone] = await tx.query(dropOne, [account, id])
  if (!gone) throw notFound('invitation')
}

function allowRole(by: Actor, role: Role): void {
  allow(by, 'agent.create')
  if (role === 'owner') allow(by, 'owner.change') // guard T18
}

/** Throws Invalid for the first channel or department that the account does not have. */
async function checkThere(
  tx: Tx,
  account: number,
  { channels, departments }: { channels: readonly number[]; departments: readonly number[] },
): Promise<void> {
  const missingOf = async (asked: readonly number[], there: typeof channelsThere) => {
    if (asked.length === 0) return -1
    const found = new Set((await tx.query<{ id: number }>(there, [account, asked])).map(({ id }) => id))
    return asked.findIndex((id) => !found.has(id))
  }
  const channel = await missingOf(channels, channelsThere)
  if (channel >= 0) throw new Invalid(`/channels/${channel}`, { reason: 'no_channel', number: channels[channel] ?? 0 })
  const department = await missingOf(departments, departmentsThere)
  if (department >= 0)
    throw new Invalid(`/departments/${department}`, { reason: 'no_department', number: departments[department] ?? 0 })
}
