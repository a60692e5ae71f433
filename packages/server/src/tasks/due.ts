import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import { makeSweeps, type Sweeps } from '../platform/sweeps.ts'
import type { AgentAlerts } from '../realtime/agent-alerts.ts'

/** How often due tasks are looked for (ms), and how many are told of in one statement. */
const EVERY = 5000
const AT_ONCE = 200

/**
 * One statement marks the tasks and writes their alerts, so that a task that is due alerts its assignee once, however many
 * processes look, and whenever one of them ends. A task that an agent is changing waits for the next look.
 */
const tellDue = statement(
  'task_tell_due',
  `with due as (
     select account_id, id, assignee_id from contact_task
     where due_at <= $1 and told_at is null and done_at is null and assignee_id is not null
     order by due_at limit $2 for update skip locked),
   told as (
     update contact_task t set told_at = $1 from due d where t.account_id = d.account_id and t.id = d.id
     returning t.account_id, t.id, t.assignee_id),
   made as (
     insert into alert (account_id, cause, task_id, agent_id, created_at, next_at)
     select account_id, 'task', id, assignee_id, $1, $1 from told on conflict do nothing)
   select id from told`,
)

/** Alerts the agents whose tasks are due. Any number of processes may do it. */
export function watchDueTasks({
  db,
  clock,
  agentAlerts,
  onError,
}: {
  readonly db: Db
  readonly clock: Clock
  readonly agentAlerts: Pick<AgentAlerts, 'added'>
  readonly onError: (error: unknown) => void
}): Sweeps {
  async function sweep(): Promise<boolean> {
    const told = await db.query(tellDue, [new Date(clock.now()), AT_ONCE])
    if (told.length > 0) agentAlerts.added()
    return told.length === AT_ONCE
  }
  return makeSweeps({ clock, every: EVERY, sweep, onError })
}
