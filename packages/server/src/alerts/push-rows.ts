import type { AlertCause, PushSubscriptionBody } from '@deskbell/protocol/agent/alerts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'

/** Notes that the alert is being sent, and reads what is to be shown. */
const readStatement = statement(
  'alert_push_read',
  `with sent as (
     update alert_send set sent_at = coalesce(sent_at, $3) where account_id = $1 and id = $2 returning *)
   select a.cause, a.chat_id, a.entry_n, d.id as device, d.subscription, v.name, v.email, v.phone, v.number,
     o.name as company, p.language
   from sent s join alert a on a.account_id = s.account_id and a.id = s.alert_id
   join account o on o.id = s.account_id
   join agent p on p.account_id = s.account_id and p.id = s.agent_id
   left join alert_device d on d.account_id = s.account_id and d.id = s.device_id
   left join chat c on c.account_id = a.account_id and c.id = a.chat_id
   left join visitor v on v.account_id = c.account_id and v.number = c.visitor_number`,
)
const overStatement = statement(
  'alert_push_over',
  `select from alert_send s join alert a on a.account_id = s.account_id and a.id = s.alert_id
   where s.account_id = $1 and s.id = $2 and a.outcome in ('opened', 'seen', 'answered', 'over')`,
)
/** A failed alert goes further now. A device whose subscription has ended gets no further ones. */
const endStatement = statement(
  'alert_push_end',
  `with sent as (
     update alert_send set accepted_at = case when $4::text is null then coalesce(accepted_at, $3) else accepted_at end, failure = $4
     where account_id = $1 and id = $2 returning alert_id),
   further as (
     update alert a set next_at = $3 from sent
     where $4::text is not null and a.account_id = $1 and a.id = sent.alert_id and a.ended_at is null)
   update alert_device d set failure = $4, subscription = case when $6::boolean then null else d.subscription end
   where d.account_id = $1 and d.id = $5`,
)

export interface PushRow {
  cause: AlertCause
  chat_id: number | null
  entry_n: number | null
  device: number | null
  subscription: PushSubscriptionBody | null
  name: string | null
  email: string | null
  phone: string | null
  /** The visitor's. */
  number: number | null
  company: string
  /** The agent's. */
  language: string | null
}

export async function readPush(db: Db, account: number, alert: string, now: number): Promise<PushRow | undefined> {
  const [row] = await db.query<PushRow>(readStatement, [account, alert, new Date(now)])
  return row
}

/** Whether the alert need not be sent any more. */
export const isOver = async (db: Db, account: number, alert: string): Promise<boolean> =>
  (await db.query(overStatement, [account, alert])).length > 0

export interface EndedPush {
  readonly account: number
  readonly alert: string
  readonly device: number | null
  /** null: the push service accepted it. */
  readonly failure: string | null
  readonly gone: boolean
}

export async function endPush(db: Db, ended: EndedPush, now: number): Promise<void> {
  const { account, alert, device, failure, gone } = ended
  await db.query(endStatement, [account, alert, new Date(now), failure, device, gone])
}
