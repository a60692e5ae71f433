import type { Role } from '@deskbell/protocol/agent/people'
import type { Db, Tx } from '../../db/db.ts'
import { retrySerialization } from '../../db/retry.ts'
import { statement, type Statement } from '../../db/statement.ts'
import type { Clock } from '../../platform/clock.ts'
import { hashToken } from '../../platform/crypto.ts'
import { beginChange } from '../../settings/change.ts'
import { linkEnded } from '../access-link.ts'
import { createAgent } from '../agents.ts'
import type { PasswordWork } from '../password-work.ts'
import { isAllowed, standingOf } from '../permissions.ts'
import type { Entered } from '../sessions.ts'

interface Found {
  readonly account_id: number
  readonly id: number
  readonly email: string
  readonly role: Role
  readonly channels: number[]
  readonly departments: number[]
  readonly invited_by: number
  readonly company: string
  readonly logo: string | null
  readonly by: string
  readonly by_role: Role
}

/** A link is followed without signing in, so the invitation is found by its token alone. */
const FOUND = `
  select i.account_id, i.id, i.email, i.role, i.channels, i.departments, i.invited_by, c.name as company, c.logo, a.name as by,
    a.role as by_role
  from invitation i join account c on c.id = i.account_id
  join agent a on a.account_id = i.account_id and a.id = i.invited_by and a.deleted_at is null
  where i.hash = $1 and i.expires_at > $2`
const byHash = statement('invitation_by_hash', FOUND)
const byHashLocked = statement('invitation_by_hash_locked', `${FOUND} for update of i`)
const dropUsed = statement('drop_used_invitation', 'delete from invitation where account_id = $1 and id = $2')
const joinChannels = statement(
  'join_channels',
  `insert into channel_agent (account_id, channel_id, agent_id)
   select account_id, id, $3 from channel where account_id = $1 and id = any($2::int[]) and deleted_at is null
   on conflict do nothing`,
)
const joinDepartments = statement(
  'join_departments',
  `insert into department_agent (account_id, department_id, agent_id)
   select account_id, id, $3 from department where account_id = $1 and id = any($2::int[]) on conflict do nothing`,
)

export interface AcceptServices {
  readonly db: Db
  readonly clock: Clock
  readonly passwords: Pick<PasswordWork, 'hash'>
}

/** What the entry page shows of an invitation. `logo`: a file id. */
export async function openInvitation(
  { db, clock }: Pick<AcceptServices, 'db' | 'clock'>,
  token: string,
): Promise<{ email: string; company: string; logo: string | null; by: string }> {
  const { email, company, logo, by } = await find(db, byHash, clock, token)
  return { email, company, logo, by }
}

/** Makes the agent of an invitation, which ends with it. */
export async function acceptInvitation(
  services: AcceptServices,
  { token, name, password }: { token: string; name: string; password: string },
): Promise<Entered> {
  // Checked first: a password is not hashed for an unknown token.
  await openInvitation(services, token) // guard T27
  const passwordHash = await services.passwords.hash(password)
  return retrySerialization(() =>
    services.db.transaction(async (tx) => {
      const found = await take(tx, services.clock, token)
      const { account_id: account, email, role, invited_by: id, by_role: byRole } = found
      await beginChange(tx, account)
      const agent = await createAgent(tx, account, { id, role: byRole }, { email, name, role, passwordHash })
      await tx.query(joinChannels, [account, found.channels, agent])
      await tx.query(joinDepartments, [account, found.departments, agent])
      return { account, agent, version: 1, passwordHash }
    }),
  )
}

/** Uses up the invitation of a token: of two requests with one token, one finds it. */
async function take(tx: Tx, clock: Clock, token: string): Promise<Found> {
  const found = await find(tx, byHashLocked, clock, token)
  await tx.query(dropUsed, [found.account_id, found.id]) // guard T27
  return found
}

async function find(db: Pick<Db, 'query'>, statement: Statement, clock: Clock, token: string): Promise<Found> {
  const [found] = await db.query<Found>(statement, [hashToken(token), new Date(clock.now())])
  if (!found || !stillMay(found)) throw linkEnded() // guard T18 T27
  return found
}

/** Whether the agent who invited may still do so: an invitation ends with the rights of the agent who made it. */
function stillMay({ invited_by: id, by_role: role, role: invited }: Found): boolean {
  const standing = standingOf({ id, role })
  return isAllowed(standing, 'agent.create') && (invited !== 'owner' || isAllowed(standing, 'owner.change'))
}
