import type { AlertCause, AlertLine, AlertMeans } from '@deskbell/protocol/agent/alerts'
import type { Tx } from '../db/db.ts'
import { queryInOrder } from '../db/query-in-order.ts'
import { statement } from '../db/statement.ts'

const SHOWN = 50

const logStatement = statement(
  'alert_log',
  `select s.id, a.cause, a.chat_id, t.contact_id, a.call_id, s.means, d.name, s.decided_at, s.sent_at, s.accepted_at, s.shown_at, s.opened_at, s.failure
   from alert_send s join alert a on a.account_id = s.account_id and a.id = s.alert_id
   left join contact_task t on t.account_id = a.account_id and t.id = a.task_id
   left join alert_device d on d.account_id = s.account_id and d.id = s.device_id
   where s.account_id = $1 and s.agent_id = $2 order by s.decided_at desc limit $3`,
)

interface Row {
  id: string
  cause: AlertCause
  chat_id: number | null
  contact_id: number | null
  call_id: number | null
  means: AlertMeans
  name: string | null
  decided_at: number
  sent_at: number | null
  accepted_at: number | null
  shown_at: number | null
  opened_at: number | null
  failure: string | null
}

/** The last alerts of an agent, newest first. */
export async function readLog(tx: Tx, account: number, agent: number): Promise<AlertLine[]> {
  const rows = await queryInOrder<Row>(tx, logStatement, [account, agent, SHOWN])
  return rows.map((row) => ({
    id: row.id,
    what: row.cause,
    chat: row.chat_id,
    ...(row.contact_id !== null && { contact: row.contact_id }),
    ...(row.call_id !== null && { call: row.call_id }),
    means: row.means,
    device: row.name,
    decidedAt: row.decided_at,
    sentAt: row.sent_at,
    acceptedAt: row.accepted_at,
    shownAt: row.shown_at,
    openedAt: row.opened_at,
    failure: row.failure,
  }))
}
