import type { PersonalData } from '../conversation/erasure/personal-data.ts'
import { queryInOrder } from '../db/query-in-order.ts'
import { statement } from '../db/statement.ts'

const removeWords = statement(
  'erase_words',
  'delete from chat_words where account_id = $1 and chat_id = any($2::int[])',
)

/** The indexed words of chats, as an erasure removes them. */
export const wordData: PersonalData = {
  async removeAtOnce(tx, { account, chats }) {
    await queryInOrder(tx, removeWords, [account, chats]) // guard T42
    return {}
  },
}
