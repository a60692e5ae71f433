import type { ErasureScope, Freed, PersonalData } from '../conversation/erasure/personal-data.ts'
import { queryInOrder } from '../db/query-in-order.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { removeDeliveries } from '../deliveries/removal.ts'

const callsStatement = statement(
  'erase_calls_of',
  `select id from call where account_id = $1 and (chat_id = any($2::int[]) or id = any($5::int[]) and visitor_number = $3
     or $4::boolean and visitor_number = $3)`,
)
const removeEvents = statement(
  'erase_call_events',
  'delete from event where account_id = $1 and call_id = any($2::int[]) returning n',
)
const removeOfEvents = statement(
  'erase_call_deliveries',
  'delete from delivery where account_id = $1 and event_n = any($2::bigint[]) returning id, lane',
)
const removeCalls = statement('erase_calls', 'delete from call where account_id = $1 and id = any($2::int[])')
const removeRecordings = statement(
  'erase_recordings',
  `delete from file where account_id = $1 and purpose = 'call' and id = any(array(select state->>'recording' from call
     where account_id = $1 and id = any($2::int[]))) returning id`,
)

/** The calls of an erased visitor, or of their erased chats, and those without a chat that were kept long enough, with the events about them. */
export const callData: PersonalData = {
  async removeAtOnce(tx: Tx, { account, chats, visitor, withVisitor, calls: chosen }: ErasureScope): Promise<Freed> {
    const found = await queryInOrder<{ id: number }>(tx, callsStatement, [account, chats, visitor, withVisitor, chosen])
    if (found.length === 0) return {}
    const calls = found.map(({ id }) => id)
    const events = await queryInOrder<{ n: number }>(tx, removeEvents, [account, calls])
    const { lanes } = await removeDeliveries(tx, removeOfEvents, [account, events.map(({ n }) => n)])
    const recordings = await queryInOrder<{ id: string }>(tx, removeRecordings, [account, calls])
    await queryInOrder(tx, removeCalls, [account, calls])
    return { lanes, files: recordings.map(({ id }) => id) }
  },
}
