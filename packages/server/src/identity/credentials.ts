import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { moveVersion } from './sessions.ts'

const dropTokens = statement('drop_api_tokens', 'delete from api_token where account_id = $1 and agent_id = $2')

const dropResets = statement(
  'drop_password_resets',
  'delete from password_reset where account_id = $1 and agent_id = $2',
)

/** Credentials that the agent chose to keep. */
export interface Kept {
  /** Hash of the session in which the password was given. */
  session?: Buffer | undefined
  tokens?: boolean
}

/**
 * Ends an agent's access: all sessions and API tokens except the kept ones, and the sockets opened with them (T50).
 * Called inside a change (`beginAgentChange`). Sessions are deleted first: this waits for a session that is making a
 * token, and then deletes that token too.
 */
export async function endCredentials(tx: Tx, account: number, agent: number, kept: Kept = {}): Promise<void> {
  await moveVersion(tx, account, agent, kept.session ?? 'none')
  await tx.query(dropResets, [account, agent]) // guard T50
  if (kept.tokens) return
  await tx.query(dropTokens, [account, agent]) // guard T50
}
