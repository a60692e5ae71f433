import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'

/** Notes of a chat that are indexed: the newest ones. */
const NOTES_MAX = 500

const notesStatement = statement(
  'archive_notes',
  `select n, body->>'text' as text from entry
   where account_id = $1 and chat_id = $2 and n <= $3 and type = 'note.written'
     and not exists (select from chat where account_id = $1 and id = $2 and erased_at is not null)
   order by n desc limit ${NOTES_MAX}`,
)

/**
 * The private notes of a chat up to entry `until`, for the search of agents. They are read apart from the chat's log,
 * which webhooks and mails receive.
 */
export const readNotes = (
  db: Db,
  account: number,
  chat: number,
  until: number,
): Promise<{ readonly n: number; readonly text: string }[]> => db.query(notesStatement, [account, chat, until])
