import { rowsOfChats } from '../conversation/erasure/personal-data.ts'
import { statement } from '../db/statement.ts'

const countAlerts = statement(
  'erase_alerts_count',
  'select count(*) as rows from alert where account_id = $1 and chat_id = any($2::int[])',
)
const removeAlerts = statement(
  'erase_alerts',
  `delete from alert where account_id = $1 and id = any(array(select id from alert where account_id = $1
     and chat_id = any($2::int[]) limit $3)) returning id`,
)

/** Alerts about chats, as an erasure removes them. */
export const alertData = { inSteps: rowsOfChats({ count: countAlerts, remove: removeAlerts }) }
