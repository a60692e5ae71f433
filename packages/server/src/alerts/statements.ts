import type { AlertMeans } from '@deskbell/protocol/agent/alerts'
import { statement } from '../db/statement.ts'
import { ALERT_JOINS, ALERTED, type Alerted } from './outcome.ts'

/** The alerts that go further now, with their chats, tasks and calls. Rows that another process has claimed are skipped. */
export const claimAlerts = statement(
  'alert_claim',
  `select a.account_id, a.id, a.chat_id, a.entry_n, a.task_id, a.by_agent_id, ${ALERTED},
     a.cause = 'waiting' and exists (select from routing_settings s where s.account_id = a.account_id and s.active) as routed,
     array(select distinct v.channel_id from visitor v where v.account_id = k.account_id and v.contact_id = k.contact_id)
       as contact_channels
   from alert a ${ALERT_JOINS}
   where a.next_at <= $1 order by a.next_at limit $2 for update of a skip locked`,
)

export interface DueAlert extends Alerted {
  account_id: number
  id: number
  chat_id: number | null
  entry_n: number | null
  task_id: number | null
  by_agent_id: number | null
  /** A visitor waits, in an account with a router. */
  routed: boolean
  /** Where the contact of the task writes. */
  contact_channels: number[]
}

/**
 * Which of these chats have no newer entry and are not being written in. They stay so until the end of the transaction: a
 * commit that writes in one waits, and sees then that its alert has ended.
 */
export const holdChats = statement(
  'alert_hold_chats',
  `select c.account_id, c.id from unnest($1::int[], $2::int[], $3::int[]) as t(account_id, id, last)
   join lateral (select c.account_id, c.id from chat c where c.account_id = t.account_id and c.id = t.id
     and (c.state->>'last')::int = t.last limit 1 for share skip locked) c on true`,
)

/** Where alerts went before. */
export const readSends = statement(
  'alert_sends_of',
  `select s.id, s.alert_id, s.agent_id, s.means, s.device_id, s.failure is not null as failed
   from unnest($1::int[], $2::bigint[]) as t(account_id, alert_id)
   join alert_send s on s.account_id = t.account_id and s.alert_id = t.alert_id`,
)

export interface SendRow {
  id: string
  alert_id: number
  agent_id: number
  means: AlertMeans
  device_id: number | null
  failed: boolean
}

export const insertSends = statement(
  'alert_send_insert',
  `insert into alert_send (account_id, id, alert_id, agent_id, means, device_id, decided_at, sent_at)
   select account_id, id, alert_id, agent_id, means, device_id, $2, case when means = 'open' then $2::timestamptz end
   from jsonb_to_recordset($1::jsonb) as r(account_id int, id uuid, alert_id bigint, agent_id int, means text,
     device_id int)`,
)

/** Alerts that go further later, or have ended. */
export const moveAlerts = statement(
  'alert_move',
  `update alert a set next_at = r.next_at, outcome = r.outcome,
     ended_at = case when r.next_at is null then $2::timestamptz end
   from jsonb_to_recordset($1::jsonb) as r(account_id int, id bigint, next_at timestamptz, outcome text)
   where a.account_id = r.account_id and a.id = r.id`,
)

/** Alerts that wait for the end of quiet hours are decided again: the hours of an agent have changed. */
export const decideQuietAlerts = statement(
  'alert_decide_quiet',
  `update alert set next_at = $2, outcome = null where account_id = $1 and outcome = 'quiet' and next_at > $2
     and ended_at is null returning 1`,
)
