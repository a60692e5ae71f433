import { RATING_CHANGES_MAX } from '@deskbell/protocol/limits'
import { CommitRefused } from '../../conversation/commit/input.ts'
import { statement } from '../../db/statement.ts'
import type { Services } from '../../services.ts'
import type { Opened } from './open.ts'
import type { Rating } from './places.ts'

const newestStatement = statement(
  'rating_newest',
  `select body->>'rating' as rating, body->>'text' as text from entry
   where account_id = $1 and chat_id = $2 and type = 'chat.rated' order by n desc limit 1`,
)
const countStatement = statement(
  'rating_count_change',
  `update rating_request set changes = changes + 1 where account_id = $1 and chat_id = $2 and changes < ${RATING_CHANGES_MAX}
   returning changes`,
)

/** The result of a rating: `gone`: the chat was erased meanwhile. */
export type Rated = 'done' | 'too_often' | 'gone'

/**
 * Writes the rating as the visitor's own command, as the widget does, so that agents and webhooks see no difference. The same
 * again changes nothing.
 */
export async function rate(
  { commit, db }: Pick<Services, 'commit' | 'db'>,
  { account, chat }: Pick<Opened, 'account' | 'chat'>,
  { rating, text }: { rating: Rating; text: string },
): Promise<Rated> {
  const [newest] = await db.query<{ rating: string; text: string | null }>(newestStatement, [account, chat])
  if (newest?.rating === rating && (text === '' || newest.text === text)) return 'done'
  const counted = await db.query(countStatement, [account, chat])
  if (counted.length === 0) return 'too_often'
  try {
    await commit({
      account,
      target: { chat },
      command: { type: 'visitor.rate', rating, ...(text !== '' && { text }) },
    })
    return 'done'
  } catch (error) {
    if (error instanceof CommitRefused) return 'gone'
    throw error
  }
}
