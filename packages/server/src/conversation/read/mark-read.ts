import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

const readOn = statement(
  'reading_on',
  `insert into reading as r (account_id, chat_id, agent_id, n, received)
   select c.account_id, c.id, $3, least($4, (c.state->>'last')::int), least($5, (c.state->>'received')::int)
   from chat c where c.account_id = $1 and c.id = $2
   on conflict (account_id, chat_id, agent_id) do update
     set n = greatest(r.n, excluded.n), received = greatest(r.received, excluded.received)
   returning received, n`,
)

/**
 * Moves an agent's read cursor forward, at most to the last entry. Returns how many of the visitor's messages they have
 * seen, and the newest entry that they have read; null: there is no such chat.
 */
export async function markRead(
  tx: Tx,
  account: number,
  agent: number,
  { chat, n, received }: { chat: number; n: number; received: number },
): Promise<{ received: number; n: number } | null> {
  const [row] = await tx.query<{ received: number; n: number }>(readOn, [account, chat, agent, n, received])
  return row ?? null
}
