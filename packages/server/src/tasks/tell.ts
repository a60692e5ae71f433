import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { AlertCause } from '@deskbell/protocol/agent/alerts'

type TaskCause = Extract<AlertCause, 'assigned' | 'task'>

const insertAssigned = statement(
  'task_alert_assigned',
  `insert into alert (account_id, cause, task_id, agent_id, by_agent_id, created_at, next_at)
   values ($1, 'assigned', $2, $3, $4, $5, $5) on conflict do nothing`,
)
const endAlerts = statement(
  'task_alerts_end',
  `update alert set ended_at = $4, next_at = null, outcome = 'over'
   where account_id = $1 and task_id = $2 and cause = any($3::text[]) and ended_at is null`,
)

interface OfTask {
  readonly account: number
  readonly task: number
  readonly now: number
}

/** Alerts an agent to a task that another agent has given them. Written with the task. */
export async function tellAssignee(
  tx: Tx,
  { account, task, now }: OfTask,
  { to, by }: { readonly to: number; readonly by: number },
): Promise<void> {
  await tx.query(insertAssigned, [account, task, to, by, new Date(now)])
}

/** Ends open alerts about a task, which must be locked: they go to no further device. */
export async function endTaskAlerts(
  tx: Tx,
  { account, task, now }: OfTask,
  causes: readonly TaskCause[] = ['assigned', 'task'],
): Promise<void> {
  await tx.query(endAlerts, [account, task, causes, new Date(now)])
}
