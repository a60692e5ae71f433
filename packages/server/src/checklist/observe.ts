import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'

const observeStatement = statement(
  'checklist_observe',
  `select p.checklist_hidden as hidden,
     exists(select from chat where account_id = $1) as tried,
     exists(select from channel where account_id = $1 and installed_at is not null and deleted_at is null) as installed,
     exists(select from invitation where account_id = $1) as invited,
     exists(select from alert_device where account_id = $1 and agent_id = $2 and permission = 'granted') as alerted
   from agent p where p.account_id = $1 and p.id = $2`,
)
const hideStatement = statement(
  'checklist_hide',
  'update agent set checklist_hidden = $3 where account_id = $1 and id = $2',
)

export interface Observed {
  /** The agent does not want to see the list in the inbox. */
  readonly hidden: boolean
  readonly tried: boolean
  readonly installed: boolean
  readonly invited: boolean
  readonly alerted: boolean
}

/** What the tables show; undefined: the agent was removed. */
export async function observe(tx: Tx, account: number, agent: number): Promise<Observed | undefined> {
  return (await tx.query<Observed & Record<string, unknown>>(observeStatement, [account, agent]))[0]
}

export async function hide(tx: Tx, account: number, agent: number, hidden: boolean): Promise<void> {
  await tx.query(hideStatement, [account, agent, hidden])
}
