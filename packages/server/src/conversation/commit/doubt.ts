import type { Db } from '../../db/db.ts'
import { isUnavailable } from '../../db/errors.ts'
import { statement } from '../../db/statement.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Made } from './deciding.ts'
import { lockNames } from '../../db/lock-names.ts'
import { entryRow } from './writing.ts'

/**
 * For how long, and at which interval, the database is queried (ms). The sender waits for the answer, two seconds at
 * most (R4).
 */
const DEADLINE = 1200
const INTERVAL = 200

const deadlineStatement = statement('chat_doubt_lock_timeout', `select set_config('lock_timeout', $1, true)`)
const thereStatement = statement(
  'chat_entry_there',
  `select 1 from entry where account_id = $1 and chat_id = $2 and n = $3 and type = $4 and at = $5 and body = $6::jsonb`,
)

/**
 * Whether a transaction was committed although its COMMIT was not answered. A batch is written whole or not at all, so
 * it was committed if one of its entries is there. The database may still be carrying it out: this function waits for
 * the conversation's lock, which the transaction holds until it ends. False also when the database is not back in time;
 * the outcome is unknown then.
 */
export async function wasCommitted(db: Db, clock: Clock, made: Made): Promise<boolean> {
  const { conversation } = made
  const { account_id, chat_id, n, type, at, body } = entryRow(made)
  const values = [account_id, chat_id, n, type, new Date(at), JSON.stringify(body)]
  const until = clock.now() + DEADLINE
  for (;;) {
    try {
      return await db.transaction(async (tx) => {
        const [, , found] = await Promise.all([
          tx.query(deadlineStatement, [`${Math.max(1, until - clock.now())}ms`]),
          tx.query(lockNames, [[conversation.lockKey]]),
          tx.query(thereStatement, values),
        ])
        return found.length > 0
      })
    } catch (error) {
      if (!isUnavailable(error) || clock.now() + INTERVAL > until) return false
      await new Promise<void>((resolve) => void clock.after(INTERVAL, resolve))
    }
  }
}
