import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

export interface SeenRow {
  readonly chat: number
  readonly agent: number
  /** The number of the visitor's messages that the agent has seen. */
  readonly seen: number
  /** The newest entry that the agent has read. */
  readonly n: number
}

const seenStatement = statement(
  'reading_of_agents',
  [
    'select chat_id as chat, agent_id as agent, received as seen, n from reading',
    'where account_id = $1', // guard T17
    'and chat_id = any($2::int[]) and agent_id = any($3::int[])',
  ].join('\n'),
)

/** How far agents have read chats. Agents who have read none of a chat have no row. */
export const readSeen = (
  tx: Tx,
  account: number,
  chats: readonly number[],
  agents: readonly number[],
): Promise<SeenRow[]> => tx.query<SeenRow>(seenStatement, [account, chats, agents])
