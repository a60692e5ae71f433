import { hashToken, NO_PASSWORD } from '../platform/crypto.ts'
import type { Db, Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { Refused } from '../platform/errors.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { agentKey } from './agent-key.ts'
import type { Devices } from './devices.ts'
import { beginAgentChange } from '../settings/change.ts'
import type { PasswordWork } from './password-work.ts'
import type { SignInLimit } from './sign-in-limit.ts'

/** A session ends when it is not used for this long (ms). */
export const SESSION_TIME = 30 * 24 * 3_600_000
/** How long after a session's use its row may be written (ms), so that not every request is a write. */
const LAZY = 3_600_000

/** A signed-in agent, by cookie or by API token. */
export interface Session {
  account: number
  agent: number
  /**
   * Valid while the agent's `sessionVersion` in the directory is the same (T22); else the session must be read again.
   */
  version: number
  /** The stored hash of the cookie's secret; none for an API token. */
  hash?: Buffer
  /** The new end (ms), when this use has extended the session: the cookie must then be extended too. */
  movedTo?: number
}

export interface SignIn {
  email: string
  password: string
  /** The address that the request came from. */
  address: string
  /** The browser's previous session cookie: that session ends in every window, so that none is carried over (T27). */
  previous?: string
  /** The device cookie from the agent's earlier sign-in in this browser. */
  device?: string
}

export interface NewSession extends Session {
  /** The cookie's secret: 256 random bits. Not stored. */
  secret: string
  /** Milliseconds since the epoch; extended by use. */
  expiresAt: number
  /** The cookie that identifies this device from now on. */
  device: string
  /** The account of the previous session, when it has ended: the directory must be read again. */
  endedIn?: number
}

export interface SignInServices {
  db: Db
  clock: Clock
  ids: Ids
  limit: SignInLimit
  passwords: PasswordWork
  devices: Devices
}

/**
 * Returns one row, whether the agent exists or not. All spellings that find an agent have the same `spelling`, so that
 * limits count them together; of two agents whose addresses differ only in Unicode composition, the one whose address
 * was typed is found.
 */
const agentForSignIn = statement(
  'agent_for_sign_in',
  `select asked.spelling, found.* from (select lower(normalize($1::text, NFKC)) as spelling) asked
   left join lateral (
     select account_id, id, password_hash, session_version from agent
     where lower(normalize(email, NFKC)) = asked.spelling and deleted_at is null
     order by (lower(email) = lower($1)) desc, id limit 1
   ) found on true`,
)
const insertSession = statement(
  'insert_session',
  `insert into session (account_id, agent_id, hash, version, created_at, used_at, fresh_at, expires_at)
   values ($1, $2, $3, $4, $5, $5, $5, $6)`,
)
const deleteOldSessions = statement(
  'delete_old_sessions',
  'delete from session where account_id = $1 and agent_id = $2 and expires_at < $3',
)
const deleteSession = statement('delete_session', 'delete from session where hash = $1')
const sessionByHash = statement(
  'session_by_hash',
  `select s.account_id, s.agent_id, s.version, s.used_at, s.expires_at, a.session_version from session s
   join agent a on a.account_id = s.account_id and a.id = s.agent_id
   where s.hash = $1 and a.deleted_at is null`,
)
const useSession = statement('use_session', 'update session set used_at = $2, expires_at = $3 where hash = $1')
const bumpVersion = statement(
  'bump_session_version',
  `update agent set session_version = session_version + 1 where account_id = $1 and id = $2
   returning session_version`,
)
const carrySessions = statement(
  'carry_sessions',
  `update session set version = $3 where account_id = $1 and agent_id = $2 and version = $3 - 1
   and ($4::bytea is null or hash = $4)`,
)
const dropSessions = statement(
  'drop_sessions',
  'delete from session where account_id = $1 and agent_id = $2 and version <> $3',
)

interface SessionRow {
  account_id: number
  agent_id: number
  version: number
  used_at: number
  expires_at: number
  session_version: number
}

interface FoundAgent {
  account_id: number
  id: number
  password_hash: string
  session_version: number
}

/**
 * Signs in. An unknown address and a wrong password get the same answer after the same work (T27); too many attempts
 * are refused before that work. The new session always has a new secret.
 */
export async function signIn(services: SignInServices, input: SignIn): Promise<NewSession> {
  const { password, previous } = input
  const { agent, owner, isKnown, attempt } = await countTry(services, input)
  const lane = isKnown ? 'known' : 'stranger'
  let isRight = false
  try {
    if (!agent) await services.passwords.verify(NO_PASSWORD, password, lane) // guard T26 T27
    if (agent) isRight = await services.passwords.verify(agent.password_hash, password, lane)
  } catch (error) {
    await attempt.giveBack()
    throw error
  }
  if (!agent || !owner || !isRight) {
    throw new Refused('wrong_credentials', 'Wrong e-mail address or password.')
  }
  await attempt.giveBack()
  const entered = { account: agent.account_id, agent: agent.id, version: agent.session_version }
  // The version from before the password check: a password that changed in between yields no valid session.
  return beginSession(services, { ...entered, passwordHash: agent.password_hash }, previous)
}

/** An agent who has proved who they are. */
export interface Entered {
  readonly account: number
  readonly agent: number
  /** The agent's session version from before the proof. */
  readonly version: number
  readonly passwordHash: string
}

/** Begins a session, always with a new secret, and ends the previous one of the browser. */
export async function beginSession(
  services: Pick<SignInServices, 'clock' | 'db' | 'devices' | 'ids'>,
  { account, agent, version, passwordHash }: Entered,
  previous?: string,
): Promise<NewSession> {
  const secret = services.ids.bytes(32).toString('base64url')
  const now = services.clock.now()
  const session: NewSession = {
    account,
    agent,
    version,
    hash: hashToken(secret),
    secret,
    expiresAt: now + SESSION_TIME,
    device: services.devices.issue({ account, agent, passwordHash }),
  }
  await services.db.transaction(async (tx) => {
    let before: SessionRow | undefined
    if (previous !== undefined) before = await lockSession(tx, hashToken(previous))
    await tx.query(deleteOldSessions, [account, agent, new Date(now)])
    const { hash, expiresAt } = session
    await tx.query(insertSession, [account, agent, hash, version, new Date(now), new Date(expiresAt)])
    if (!before || previous === undefined) return
    await endSession(tx, { account: before.account_id, agent: before.agent_id, hash: hashToken(previous) }) // guard T22 T27
    session.endedIn = before.account_id
  })
  return session
}

/** Reads a session that will end in this transaction, which first takes the lock for changes of its account's agents. */
async function lockSession(tx: Tx, hash: Buffer): Promise<SessionRow | undefined> {
  const [row] = await tx.query<SessionRow>(sessionByHash, [hash])
  if (row) await beginAgentChange(tx, row.account_id)
  return row
}

/** Finds the agent and counts the attempt, before the password is checked. */
async function countTry({ db, limit, devices }: SignInServices, { email, address, device }: SignIn) {
  const attempt = limit.begin()
  const shown = devices.read(device)
  if (!shown) await attempt.fromAddress(address) // guard T27
  const [found] = await db.query<Partial<FoundAgent> & { spelling: string }>(agentForSignIn, [email.trim()])
  const agent = found?.id ? (found as FoundAgent) : undefined
  const owner = agent && { account: agent.account_id, agent: agent.id, passwordHash: agent.password_hash }
  const isKnown = owner !== undefined && devices.isOf(shown, owner)
  // A cookie of another agent, or of an earlier password, does not help.
  if (shown && !isKnown) await attempt.fromAddress(address) // guard T27
  const who = owner ? agentKey(owner) : hashToken(found?.spelling ?? '').toString('base64url')
  try {
    await attempt.atAgent({ address, who, device: isKnown ? shown?.id : undefined }) // guard T27
  } catch (error) {
    await attempt.giveBack()
    throw error
  }
  return { agent, owner, isKnown, attempt }
}

/** The session of a cookie's secret, or undefined. Use extends the session, written at most once an hour. */
export async function readSession(db: Db, clock: Clock, secret: string): Promise<Session | undefined> {
  const hash = hashToken(secret)
  const now = clock.now()
  const [row] = await db.query<SessionRow>(sessionByHash, [hash])
  if (!row) return undefined
  if (row.expires_at <= now) return undefined // guard T27
  if (row.version !== row.session_version) return undefined // guard T22
  const session: Session = { account: row.account_id, agent: row.agent_id, version: row.version, hash }
  if (row.used_at + LAZY >= now) return session
  const movedTo = now + SESSION_TIME
  await db.query(useSession, [hash, new Date(now), new Date(movedTo)])
  return { ...session, movedTo }
}

/** Ends one session. The agent's other sessions continue; every open connection of the agent is checked again (T22). */
export async function signOut(tx: Tx, session: Session): Promise<void> {
  await beginAgentChange(tx, session.account)
  await endSession(tx, session)
}

async function endSession(
  tx: Tx,
  { account, agent, hash }: { account: number; agent: number; hash?: Buffer },
): Promise<void> {
  if (hash) await tx.query(deleteSession, [hash])
  await moveVersion(tx, account, agent, 'all')
}

/**
 * Gives an agent's sessions a new version, which every open connection notices. The kept sessions move to the new
 * version, the others are deleted. Called inside a change (`beginAgentChange`), because the directory holds the
 * version.
 */
export async function moveVersion(
  tx: Tx,
  account: number,
  agent: number,
  keep: 'all' | 'none' | Buffer,
): Promise<void> {
  const [moved] = await tx.query<{ session_version: number }>(bumpVersion, [account, agent])
  if (!moved) return
  if (keep !== 'none') {
    await tx.query(carrySessions, [account, agent, moved.session_version, keep === 'all' ? null : keep])
  }
  // The version alone would end them; this waits for a session that is making a token (`askFresh`).
  await tx.query(dropSessions, [account, agent, moved.session_version]) // guard T50
}
