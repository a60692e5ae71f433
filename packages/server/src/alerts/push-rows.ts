import type { AlertCause, PushSubscriptionBody } from '@deskbell/protocol/agent/alerts'
import { coalesce } from '../db/coalesce.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { CallState } from '@deskbell/rules/calls/index'
import { keysOf, type SendKey } from './locks.ts'

const READ = `select s.account_id as account, s.id as alert, a.cause, a.chat_id, a.entry_n, a.task_id,
     coalesce(t.contact_id, v.contact_id) as contact_id, t.text, d.id as device, d.subscription,
     coalesce(v.name, k.name) as name, coalesce(v.email, k.email) as email,
     coalesce(v.phone, k.phone, nullif(l.state->>'phone', '')) as phone, v.number, a.call_id, l.state as call, l.chat_id as call_chat, h.name as call_channel, s.agent_id, o.name as company, p.language`
const JOINS = `join alert a on a.account_id = s.account_id and a.id = s.alert_id
   join account o on o.id = s.account_id
   join agent p on p.account_id = s.account_id and p.id = s.agent_id
   left join alert_device d on d.account_id = s.account_id and d.id = s.device_id
   left join chat c on c.account_id = a.account_id and c.id = a.chat_id
   left join call l on l.account_id = a.account_id and l.id = a.call_id
   left join channel h on h.account_id = l.account_id and h.id = l.channel_id
   left join visitor v on v.account_id = a.account_id and v.number = coalesce(c.visitor_number, l.visitor_number)
   left join contact_task t on t.account_id = a.account_id and t.id = a.task_id
   left join contact k on k.account_id = t.account_id and k.id = t.contact_id`

/** Notes that alerts are being sent, and reads what is to be shown. The rows are locked in the order of their keys. */
const readStatement = statement(
  'alert_push_read',
  `with locked as (
     select s.* from (select distinct * from unnest($1::int[], $2::uuid[]) as u(account_id, id) order by 1, 2) t
     join lateral (select * from alert_send s where s.account_id = t.account_id and s.id = t.id limit 1 for update) s on true),
   sent as (
     update alert_send s set sent_at = $3 from locked l where s.account_id = l.account_id and s.id = l.id and l.sent_at is null)
   ${READ} from locked s ${JOINS}`,
)
/** What is to be shown of pushes that are taken back, if they were sent. */
const withdrawStatement = statement(
  'alert_push_withdraw',
  `${READ} from unnest($1::int[], $2::uuid[]) as u(account_id, id)
   join alert_send s on s.account_id = u.account_id and s.id = u.id and s.sent_at is not null ${JOINS}`,
)
const overStatement = statement(
  'alert_push_over',
  `select s.account_id as account, s.id as alert from unnest($1::int[], $2::uuid[]) as t(account_id, id)
   join alert_send s on s.account_id = t.account_id and s.id = t.id
   join alert a on a.account_id = s.account_id and a.id = s.alert_id
   where a.outcome in ('opened', 'seen', 'answered', 'over')`,
)

export interface PushRow {
  cause: AlertCause
  chat_id: number | null
  entry_n: number | null
  task_id: number | null
  /** Of the task, or of the visitor who calls or wrote; null: the task was removed, or there is none. */
  contact_id: number | null
  call_id: number | null
  call: CallState | null
  call_chat: number | null
  /** The name of the channel of the call. */
  call_channel: string | null
  agent_id: number
  text: string | null
  device: number | null
  subscription: PushSubscriptionBody | null
  /** The visitor, or the contact of the task. */
  name: string | null
  email: string | null
  phone: string | null
  /** The visitor's. */
  number: number | null
  company: string
  /** The agent's. */
  language: string | null
}

const nameOf = ({ account, alert }: SendKey): string => `${account}:${alert}`

/** Concurrent calls share one statement: a chat that waits alerts many agents at once. */
export interface PushReads {
  /** Undefined when the alert was removed. */
  read(send: SendKey): Promise<PushRow | undefined>
  /** As it was shown; undefined when nothing was sent. */
  readShown(send: SendKey): Promise<PushRow | undefined>
  /** Whether the alert need not be sent any more. */
  isOver(send: SendKey): Promise<boolean>
}

export function makePushReads(db: Db, now: () => number): PushReads {
  return {
    read: coalesce(async (sends: readonly SendKey[]) => {
      const rows = await db.query<PushRow & SendKey>(readStatement, [...keysOf(sends), new Date(now())])
      const found = new Map(rows.map((row) => [nameOf(row), row]))
      return sends.map((send) => found.get(nameOf(send)))
    }),
    readShown: coalesce(async (sends: readonly SendKey[]) => {
      const rows = await db.query<PushRow & SendKey>(withdrawStatement, keysOf(sends))
      const found = new Map(rows.map((row) => [nameOf(row), row]))
      return sends.map((send) => found.get(nameOf(send)))
    }),
    isOver: coalesce(async (sends: readonly SendKey[]) => {
      const over = new Set((await db.query<SendKey>(overStatement, keysOf(sends))).map(nameOf))
      return sends.map((send) => over.has(nameOf(send)))
    }),
  }
}
