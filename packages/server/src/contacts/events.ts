import type { ContactEvent } from '@deskbell/protocol/agent/contact'
import type { Tx } from '../db/db.ts'
import { queryInOrder } from '../db/query-in-order.ts'
import { statement } from '../db/statement.ts'

const eventsStatement = statement(
  'contact_events',
  `select id, kind, agent_id, agent_name, at, body from contact_change where account_id = $1 and contact_id = $2
   order by id desc limit 100`,
)

interface Row {
  id: number
  kind: ContactEvent['kind']
  agent_id: number
  agent_name: string
  at: number
  body: Pick<ContactEvent, 'fields' | 'contact' | 'visitors'>
}

/** What agents changed at a contact, newest first. */
export async function readEvents(tx: Tx, account: number, contact: number): Promise<ContactEvent[]> {
  const rows = await queryInOrder<Row>(tx, eventsStatement, [account, contact])
  return rows.map(({ id, kind, agent_id, agent_name, at, body: { fields, contact: other, visitors } }) => ({
    id,
    kind,
    agent: { id: agent_id, name: agent_name },
    at,
    ...(fields && { fields }),
    ...(other !== undefined && { contact: other }),
    ...(visitors && { visitors }),
  }))
}
