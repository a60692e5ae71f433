import { rowsOfChats } from '../conversation/erasure/personal-data.ts'
import { statement } from '../db/statement.ts'

const countEvents = statement(
  'erase_events_count',
  'select count(*) as rows from event where account_id = $1 and chat_id = any($2::int[])',
)
const removeEvents = statement(
  'erase_events',
  `delete from event where account_id = $1 and n = any(array(select n from event where account_id = $1
     and chat_id = any($2::int[]) limit $3)) returning n`,
)

/** Events of chats, as an erasure removes them. */
export const eventData = { inSteps: rowsOfChats({ count: countEvents, remove: removeEvents }) }
