import { maySeeContact } from '../agent-api/access.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { Invalid } from '../platform/errors.ts'
import type { Directory } from '../settings/directory.ts'

// The lock makes a removal of the agent wait, which then takes the task from them.
const lockAgent = statement(
  'task_assignee_lock',
  'select id from agent where account_id = $1 and id = $2 and deleted_at is null for share',
)
const channelsStatement = statement(
  'task_contact_channels',
  'select distinct channel_id as channel from visitor where account_id = $1 and contact_id = $2',
)

/** Throws Invalid('/assignee') unless the agent exists and may see the contact (T18). */
export async function checkAssignee(
  tx: Tx,
  directory: Directory,
  { account, contact }: { readonly account: number; readonly contact: number },
  number: number,
): Promise<void> {
  const agent = directory.agent(account, number)
  const locked = await tx.query(lockAgent, [account, number])
  if (!agent || locked.length === 0) throw new Invalid('/assignee', { reason: 'no_agent', number })
  const rows = await tx.query<{ channel: number }>(channelsStatement, [account, contact])
  const channels = rows.map(({ channel }) => channel)
  if (!maySeeContact(directory, agent, channels))
    throw new Invalid('/assignee', { reason: 'agent_not_contact', number })
}
