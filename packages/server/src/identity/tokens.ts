import { hashToken } from '../platform/crypto.ts'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Db, Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import { roleOf } from './agents.ts'
import { beginAgentChange, notFound, type Actor, type SettingsContext, type InAccount } from '../settings/change.ts'
import { allow } from './permissions.ts'
import { moveVersion, type Session } from './sessions.ts'

/** How long after a token's use its row may be written (ms). */
const LAZY = 60_000

export interface ApiToken {
  id: number
  name: string
  createdAt: number
  usedAt: number | null
}

const tokenByHash = statement(
  'api_token_by_hash',
  `select t.account_id, t.agent_id, t.used_at, a.session_version from api_token t
   join agent a on a.account_id = t.account_id and a.id = t.agent_id
   where t.hash = $1 and a.deleted_at is null`,
)
const useToken = statement('use_api_token', 'update api_token set used_at = $2 where hash = $1')

export async function readTokens(tx: Tx, account: number, agent: number): Promise<ApiToken[]> {
  const rows = await tx.run(
    k
      .selectFrom('api_token')
      .select(['id', 'name', 'created_at', 'used_at'])
      .where('account_id', '=', account)
      .where('agent_id', '=', agent)
      .orderBy('id'),
  )
  return rows.map(({ id, name, created_at, used_at }) => ({ id, name, createdAt: created_at, usedAt: used_at }))
}

/**
 * Makes a token for `Authorization: Bearer`. It is returned this once: 238 random bits, of which only a hash is stored.
 */
export async function createToken(
  { clock, ids }: Pick<SettingsContext, 'clock' | 'ids'>,
  { tx, account }: InAccount,
  agent: number,
  name: string,
): Promise<ApiToken & { token: string }> {
  const token = `deskbell_${ids.letters(40)}`
  const createdAt = clock.now()
  const [made] = await tx.run(
    k
      .insertInto('api_token')
      .values({ account_id: account, agent_id: agent, name, hash: hashToken(token), created_at: new Date(createdAt) })
      .returning('id'),
  )
  if (!made) throw new Error('no token was stored')
  return { id: made.id, name, createdAt, usedAt: null, token }
}

/** Revokes a token of this agent; connections opened with it are checked again (T22). */
export async function removeToken(tx: Tx, account: number, agent: number, id: number): Promise<void> {
  await beginAgentChange(tx, account)
  const [gone] = await tx.run(
    k
      .deleteFrom('api_token')
      .where('account_id', '=', account)
      .where('agent_id', '=', agent)
      .where('id', '=', id)
      .returning('id'),
  )
  if (!gone) throw notFound('token')
  await moveVersion(tx, account, agent, 'all') // guard T50
}

/** The tokens of another agent: for owners and admins, those of an owner only for owners. */
export async function readTokensOf(tx: Tx, account: number, by: Actor, agent: number): Promise<ApiToken[]> {
  await allowTokensOf(tx, account, by, agent)
  return readTokens(tx, account, agent)
}

/** Revokes a token of another agent. */
export async function removeTokenOf({ tx, account }: InAccount, by: Actor, agent: number, id: number): Promise<void> {
  await allowTokensOf(tx, account, by, agent)
  await removeToken(tx, account, agent, id)
}

async function allowTokensOf(tx: Tx, account: number, by: Actor, agent: number): Promise<void> {
  allow(by, 'agent.tokens')
  const role = await roleOf(tx, account, agent)
  if (role === 'owner' && by.id !== agent) allow(by, 'owner.change') // guard T50
}

/** The session of a token, or undefined. Its use is written at most once a minute. */
export async function readToken(db: Db, clock: Clock, token: string): Promise<Session | undefined> {
  const hash = hashToken(token)
  const [row] = await db.query<{
    account_id: number
    agent_id: number
    used_at: number | null
    session_version: number
  }>(tokenByHash, [hash])
  if (!row) return undefined
  const now = clock.now()
  if ((row.used_at ?? 0) + LAZY < now) await db.query(useToken, [hash, new Date(now)])
  return { account: row.account_id, agent: row.agent_id, version: row.session_version }
}
