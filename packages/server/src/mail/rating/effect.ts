import type { Made } from '../../conversation/commit/deciding.ts'
import type { Effect } from '../../conversation/commit/effects.ts'
import { statement } from '../../db/statement.ts'

const insertRequests = statement(
  'rating_request_insert',
  `insert into rating_request (account_id, chat_id, visitor_number, closed_at, due_at)
   select account_id, chat_id, visitor_number, $2::timestamptz, $2::timestamptz + make_interval(mins => after)
   from jsonb_to_recordset($1::jsonb) as r(account_id int, chat_id int, visitor_number int, after int)
   on conflict do nothing`,
)

/**
 * Notes with the end of a chat that its visitor may be asked by mail to rate it, so that a crash loses no such mail. Whether
 * it is sent is decided when it is due. `minutesOf`: from the end until then; 0: the account does not ask.
 */
export function ratingEffect(minutesOf: (account: number) => number): Effect {
  return {
    name: 'rating requests',
    plan({ made }) {
      const ended = made.filter((one) => isToRate(one) && minutesOf(one.conversation.account) > 0)
      if (ended.length === 0) return undefined
      return {
        write({ at, send }) {
          const rows = ended.map(({ draft, conversation: { account, numbered } }) => ({
            account_id: account,
            chat_id: draft.number,
            visitor_number: numbered,
            after: minutesOf(account),
          }))
          send(insertRequests, [JSON.stringify(rows), at])
        },
      }
    },
  }
}

/** An agent took part, and the visitor can be reached by mail. */
function isToRate({ entry, draft: { state }, conversation: { visitor } }: Made): boolean {
  if (entry.type !== 'chat.closed' || state.rating !== undefined) return false
  const hadAgent = (state.agents ?? []).length > 0
  return hadAgent && visitor.email !== null && !visitor.blocked
}
