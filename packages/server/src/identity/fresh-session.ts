import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { Refused } from '../platform/errors.ts'
import type { Clock } from '../platform/clock.ts'
import type { Session } from './sessions.ts'

/** How long a session is fresh after the password was given in it (ms). */
export const FRESH_TIME = 10 * 60_000

/**
 * Locks the row: a concurrent password change ends the session before this, or revokes what this transaction creates.
 */
const lockSession = statement(
  'lock_fresh_session',
  `select s.fresh_at from session s join agent a on a.account_id = s.account_id and a.id = s.agent_id
   where s.hash = $1 and s.version = a.session_version and a.deleted_at is null for share of s`,
)

/**
 * Throws unless the password was given in this session within the last ten minutes (T50). Called in the transaction
 * that creates new access. An API token has no password and cannot be fresh.
 */
export async function askFresh(tx: Tx, clock: Clock, session: Session): Promise<void> {
  if (!session.hash) throw new Refused('session_required', 'An API token cannot do this. Sign in with the password.')
  const [row] = await tx.query<{ fresh_at: number }>(lockSession, [session.hash])
  if (!row) throw new Refused('signed_out', 'Sign in first.')
  if (row.fresh_at + FRESH_TIME < clock.now())
    throw new Refused('reauthenticate', 'Confirm your password first (POST /api/session/confirm).') // guard T50
}
