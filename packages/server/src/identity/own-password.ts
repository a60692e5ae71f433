import { sqlBuilder as k } from '../db/builder.ts'
import { statement } from '../db/statement.ts'
import { Invalid, Refused } from '../platform/errors.ts'
import { agentKey } from './agent-key.ts'
import { endCredentials } from './credentials.ts'
import { beginAgentChange, notFound } from '../settings/change.ts'
import type { SignInServices, Session } from './sessions.ts'

/** Both make the session fresh, because the password was given in it. */
const freshen = statement('freshen_session', 'update session set fresh_at = $2 where hash = $1')

/**
 * Changes the agent's own password. All other sessions end, and all API tokens unless `keepTokens` (T50); this session
 * continues. Counts as a sign-in attempt. Returns the cookie that identifies this device from now on.
 */
export async function changePassword(
  services: SignInServices,
  session: Session,
  input: { current: string; password: string; address: string; keepTokens?: boolean },
): Promise<string> {
  const { account, agent, hash } = session
  const before = await checkOwnPassword(services, session, { ...input, password: input.current, path: '/current' })
  const passwordHash = await services.passwords.hash(input.password)
  await services.db.asAccount(account, async (tx) => {
    await beginAgentChange(tx, account)
    const [changed] = await tx.run(
      k
        .updateTable('agent')
        .set({ password_hash: passwordHash })
        .where('account_id', '=', account)
        .where('id', '=', agent)
        .where('password_hash', '=', before)
        .returning('id'),
    )
    // An admin has set another password in the meantime, which stays.
    if (!changed)
      throw new Refused('signed_out', 'Your password was changed in the meantime. Sign in with the new one.')
    await endCredentials(tx, account, agent, { session: hash, tokens: input.keepTokens ?? false }) // guard T27 T50
    if (hash) await tx.query(freshen, [hash, new Date(services.clock.now())])
  })
  return services.devices.issue({ account, agent, passwordHash })
}

/** Makes a session fresh again, by the password. Counts as a sign-in attempt. */
export async function confirmSession(
  services: SignInServices,
  session: Session,
  input: { password: string; address: string },
): Promise<void> {
  if (!session.hash)
    throw new Refused('session_required', 'An API token has no password to confirm. Sign in with the password.')
  await checkOwnPassword(services, session, { ...input, path: '/password' })
  await services.db.query(freshen, [session.hash, new Date(services.clock.now())])
}

/** Throws Invalid(path) unless it is the agent's password. Returns its stored hash. */
async function checkOwnPassword(
  { db, limit, passwords }: SignInServices,
  { account, agent, hash }: Session,
  { password, address, path }: { password: string; address: string; path: string },
): Promise<string> {
  const [row] = await db.run(
    k
      .selectFrom('agent')
      .select('password_hash')
      .where('account_id', '=', account)
      .where('id', '=', agent)
      .where('deleted_at', 'is', null),
  )
  if (!row) throw notFound('agent')
  // A session has a limit of its own, like a known device: guesses from elsewhere do not lock the agent out.
  const device = hash && `session ${hash.toString('base64url')}`
  const attempt = limit.begin()
  await attempt.atAgent({ address, who: agentKey({ account, agent }), device }) // guard T27
  let isRight: boolean
  try {
    isRight = await passwords.verify(row.password_hash, password)
  } catch (error) {
    await attempt.giveBack()
    throw error
  }
  if (!isRight) throw new Invalid(path, 'This is not your current password.', 'wrong_password')
  await attempt.giveBack()
  return row.password_hash
}
