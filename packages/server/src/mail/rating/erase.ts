import type { PersonalData } from '../../conversation/erasure/personal-data.ts'
import { queryInOrder } from '../../db/query-in-order.ts'
import { statement } from '../../db/statement.ts'

const removeRequests = statement(
  'erase_rating_requests',
  'delete from rating_request where account_id = $1 and chat_id = any($2::int[])',
)

/** Requests for ratings with the hashes of their links and addresses, as an erasure removes them: the links end with it. */
export const ratingData: PersonalData = {
  async removeAtOnce(tx, { account, chats }) {
    await queryInOrder(tx, removeRequests, [account, chats])
    return {}
  },
}
