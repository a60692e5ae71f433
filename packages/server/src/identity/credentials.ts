import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { moveVersion } from './sessions.ts'

const dropTokens = statement('drop_api_tokens', 'delete from api_token where account_id = $1 and agent_id = $2')

/** Credentials that the agent chose to keep. */
export interface Kept {
  /** Hash of the session in which the password was given. */
  session?: Buffer | undefined
  tokens?: boolean
}

/**
 * Ends what opens the desk to an agent, with the sockets opened by it: all sessions and API tokens but those kept (T50).
 * Inside a change (`beginAgentChange`). Sessions go first: a session that is just making a token is waited for, and its token
 * is deleted after it.
 */
export async function endCredentials(tx: Tx, account: number, agent: number, kept: Kept = {}): Promise<void> {
  await moveVersion(tx, account, agent, kept.session ?? 'none')
  if (kept.tokens) return
  await tx.query(dropTokens, [account, agent]) // guard T50
}
