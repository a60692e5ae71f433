import type { Role } from '@deskbell/protocol/agent/people'
import type { Db, Tx } from '../../db/db.ts'
import { retrySerialization } from '../../db/retry.ts'
import { statement } from '../../db/statement.ts'
import type { Clock } from '../../platform/clock.ts'
import { hashToken } from '../../platform/crypto.ts'
import { beginAgentChange, notFound, type InAccount } from '../../settings/change.ts'
import { handOver, linkEnded, makeLinkToken, type LinkTools } from '../access-link.ts'
import { endCredentials } from '../credentials.ts'
import type { Inviter } from '../invitations/invite.ts'
import type { PasswordWork } from '../password-work.ts'
import { allow } from '../permissions.ts'
import type { Entered } from '../sessions.ts'

/** How long a link that sets a password is valid (ms). */
export const RESET_TIME = 3_600_000

const insertOne = statement(
  'insert_password_reset',
  `insert into password_reset (account_id, agent_id, hash, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
)
const agentToReset = statement(
  'agent_to_reset',
  'select email, role from agent where account_id = $1 and id = $2 and deleted_at is null',
)
/** A link is followed without signing in, so it is found by its token alone. */
const byHash = statement(
  'password_reset_by_hash',
  `select r.account_id, r.agent_id, a.email, a.name, c.name as company, c.logo
   from password_reset r join agent a on a.account_id = r.account_id and a.id = r.agent_id and a.deleted_at is null
   join account c on c.id = r.account_id
   where r.hash = $1 and r.expires_at > $2`,
)
const takeByHash = statement(
  'take_password_reset',
  'delete from password_reset where account_id = $1 and agent_id = $2 and hash = $3 and expires_at > $4 returning id',
)
const setPassword = statement(
  'set_password',
  'update agent set password_hash = $3 where account_id = $1 and id = $2 and deleted_at is null returning id',
)
const versionOf = statement('session_version_of', 'select session_version from agent where account_id = $1 and id = $2')

/** Returns when it ends. */
export async function insertReset(
  tx: Tx,
  { account, agent, hash, now }: { account: number; agent: number; hash: Buffer; now: number },
): Promise<number> {
  await tx.query(insertOne, [account, agent, hash, new Date(now), new Date(now + RESET_TIME)])
  return now + RESET_TIME
}

/** An owner or admin makes a link for another agent. `link`: see `handOver`. */
export async function makeReset(
  tools: LinkTools,
  { tx, account }: InAccount,
  by: Inviter,
  agent: number,
): Promise<string | null> {
  allow(by, 'agent.change')
  const [found] = await tx.query<{ email: string; role: Role }>(agentToReset, [account, agent])
  if (!found) throw notFound('agent')
  if (found.role === 'owner') allow(by, 'owner.change') // guard T50
  const { token, hash } = makeLinkToken(tools.ids)
  const until = await insertReset(tx, { account, agent, hash, now: tools.clock.now() })
  const recipient = found.email
  return handOver(tools, tx, { account, kind: 'password_reset', token, recipient, by: by.name, until })
}

interface Found {
  readonly account_id: number
  readonly agent_id: number
  readonly email: string
  readonly name: string
  readonly company: string
  readonly logo: string | null
}

interface ResetServices {
  readonly db: Db
  readonly clock: Clock
  readonly passwords: Pick<PasswordWork, 'hash'>
}

/** The agent whose password a link sets. */
export async function openReset({ db, clock }: Pick<ResetServices, 'db' | 'clock'>, token: string): Promise<Found> {
  const [found] = await db.query<Found>(byHash, [hashToken(token), new Date(clock.now())])
  if (!found) throw linkEnded()
  return found
}

/** Sets the password of a link, which ends with all others of the agent, as do sessions and API tokens (T50). */
export async function useReset(
  services: ResetServices,
  { token, password }: { token: string; password: string },
): Promise<Entered> {
  const { account_id: account, agent_id: agent } = await openReset(services, token) // guard T27
  const passwordHash = await services.passwords.hash(password)
  return retrySerialization(() =>
    services.db.transaction(async (tx) => {
      await beginAgentChange(tx, account)
      const now = new Date(services.clock.now())
      const [taken] = await tx.query(takeByHash, [account, agent, hashToken(token), now])
      if (!taken) throw linkEnded() // guard T27
      const [changed] = await tx.query(setPassword, [account, agent, passwordHash])
      if (!changed) throw linkEnded()
      await endCredentials(tx, account, agent) // guard T50
      const [row] = await tx.query<{ session_version: number }>(versionOf, [account, agent])
      return { account, agent, version: row?.session_version ?? 0, passwordHash }
    }),
  )
}
