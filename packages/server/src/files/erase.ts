import { rowsOfChats, type PersonalData } from '../conversation/erasure/personal-data.ts'
import { queryInOrder } from '../db/query-in-order.ts'
import { statement } from '../db/statement.ts'

interface Row {
  id: string
}

const countFiles = statement(
  'erase_files_count',
  'select count(*) as rows from file where account_id = $1 and chat_id = any($2::int[])',
)
const removeFiles = statement(
  'erase_files',
  `delete from file where account_id = $1 and id = any(array(select id from file where account_id = $1
     and chat_id = any($2::int[]) limit $3)) returning id`,
)
const removePhoto = statement('erase_photo', 'delete from file where account_id = $1 and id = $2 returning id')

const toFreed = (rows: readonly Row[]) => ({ files: rows.map(({ id }) => id) })

/** Files of chats, and the photo of the visitor, as an erasure removes them. */
export const fileData: PersonalData = {
  async removeAtOnce(tx, { account, photo, withVisitor }) {
    return withVisitor && photo !== null ? toFreed(await queryInOrder<Row>(tx, removePhoto, [account, photo])) : {}
  },
  inSteps: rowsOfChats<Row>({ count: countFiles, remove: removeFiles, toFreed }),
}
