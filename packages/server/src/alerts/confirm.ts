import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Confirmed, Looked } from '../realtime/agent-alerts.ts'

/** Each step counts once. An opened alert has ended: it goes to no further device. */
const confirmStatement = statement(
  'alert_confirm',
  `with confirmed as (
     update alert_send set shown_at = coalesce(shown_at, $4), opened_at = case when $5::boolean then coalesce(opened_at, $4)
       else opened_at end
     where account_id = $1 and id = any($2) and ($3::int is null or agent_id = $3) returning alert_id)
   update alert a set ended_at = $4, next_at = null, outcome = 'opened' from confirmed c
   where $5::boolean and a.account_id = $1 and a.id = c.alert_id and a.ended_at is null`,
)

/** An agent who looks at a chat has seen its alerts, if they were alerted. */
const lookStatement = statement(
  'alert_look',
  `with seen as (
     update alert a set ended_at = $4, next_at = null, outcome = 'seen'
     where a.account_id = $1 and a.chat_id = $2 and a.ended_at is null and (a.agent_id = $3 or exists (
       select from alert_send s where s.account_id = a.account_id and s.alert_id = a.id and s.agent_id = $3))
     returning a.id)
   update alert_send s set opened_at = coalesce(s.opened_at, $4) from seen
   where s.account_id = $1 and s.alert_id = seen.id and s.agent_id = $3`,
)

export interface Confirm {
  /** `agent` null: any agent's, because a token has shown that the alert may be confirmed. */
  (confirmed: Omit<Confirmed, 'agent'> & { readonly agent: number | null }, now: number): Promise<void>
}

export const makeConfirm =
  (db: Db): Confirm =>
  async ({ account, alerts, agent, step }, now) => {
    await db.query(confirmStatement, [account, alerts, agent, new Date(now), step === 'opened'])
  }

export const makeLook =
  (db: Db) =>
  async ({ account, chat, agent }: Looked, now: number): Promise<void> => {
    await db.query(lookStatement, [account, chat, agent, new Date(now)])
  }
