import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { Invalid } from '../platform/errors.ts'
import type { InAccount } from './change.ts'

const agentsThere = statement(
  'agents_there',
  'select id from agent where account_id = $1 and id = any($2::int[]) and deleted_at is null',
)

const STATEMENTS = {
  channel: {
    drop: statement(
      'drop_channel_agents',
      'delete from channel_agent where account_id = $1 and channel_id = $2 and agent_id <> all($3::int[])',
    ),
    put: statement(
      'put_channel_agents',
      `insert into channel_agent (account_id, channel_id, agent_id) select $1, $2, unnest($3::int[])
       on conflict do nothing`,
    ),
  },
  department: {
    drop: statement(
      'drop_department_agents',
      'delete from department_agent where account_id = $1 and department_id = $2 and agent_id <> all($3::int[])',
    ),
    put: statement(
      'put_department_agents',
      `insert into department_agent (account_id, department_id, agent_id) select $1, $2, unnest($3::int[])
       on conflict do nothing`,
    ),
  },
}

/** Throws Invalid('/agents/…') for the first number that is not an agent of the account. */
export async function checkAgents(tx: Tx, account: number, agents: readonly number[]): Promise<void> {
  if (!agents.length) return
  const there = new Set((await tx.query<{ id: number }>(agentsThere, [account, agents])).map((agent) => agent.id))
  const missing = agents.findIndex((id) => !there.has(id))
  const number = agents[missing]
  if (number !== undefined) throw new Invalid(`/agents/${missing}`, { reason: 'no_agent', number })
}

/** Makes exactly these agents the members of a channel or a department. */
export async function setMembers(
  { tx, account }: InAccount,
  of: 'channel' | 'department',
  id: number,
  agents: readonly number[],
): Promise<void> {
  await tx.query(STATEMENTS[of].drop, [account, id, agents])
  await tx.query(STATEMENTS[of].put, [account, id, agents])
}
