import type { ChatState } from '@deskbell/rules'
import type { Tx } from '../../db/db.ts'
import { queryInOrder } from '../../db/query-in-order.ts'
import { statement } from '../../db/statement.ts'

const saidStatement = statement(
  'ratings_said',
  `select c.id as chat, e.at, e.body->>'text' as text from unnest($2::int[]) as c(id)
   join lateral (select at, body from entry where account_id = $1::int and chat_id = c.id and type = 'chat.rated'
     order by n desc limit 1) e on true`,
)

/** The newest rating of a chat. */
export interface RatingSaid {
  readonly chat: number
  readonly at: number
  /** What the visitor said with it. */
  readonly text: string | null
}

/** The newest rating of each of these chats that has one. An erased chat has no words, whose entries are redacted in steps. */
export async function readRatings(
  tx: Tx,
  account: number,
  chats: readonly { readonly id: number; readonly state: Pick<ChatState, 'rating' | 'erased'> }[],
): Promise<ReadonlyMap<number, RatingSaid>> {
  const rated = chats.filter(({ state }) => state.rating !== undefined && !state.erased).map(({ id }) => id)
  if (rated.length === 0) return new Map()
  const said = await queryInOrder<RatingSaid>(tx, saidStatement, [account, rated])
  return new Map(said.map((one) => [one.chat, one]))
}
