import type { ContactRatings } from '@deskbell/protocol/agent/contact'
import type { ChatState } from '@deskbell/rules'
import type { Scope } from '../conversation/read/chat-row.ts'
import { readRatings } from '../conversation/read/ratings.ts'
import type { Tx } from '../db/db.ts'
import { queryInOrder } from '../db/query-in-order.ts'
import { statement } from '../db/statement.ts'

/** Chats of each visitor that are looked at, the newest ones; and ratings that are listed. */
const CHATS = 500
const LISTED = 20
/** The same for a row of a list, which shows one rating alone. */
const CHATS_OF_ROW = 5

/** `$2` visitors, `$3` channels or null for all, `$4` the reader. */
const ratedStatement = statement(
  'contact_ratings',
  `select c.id, c.state from unnest($2::int[]) as v(number)
   join lateral (select id, state from chat where account_id = $1 and visitor_number = v.number
     and ($3::int[] is null or channel_id = any($3) or agent_id = $4) order by id desc limit ${CHATS}) c
     on c.state->>'rating' is not null
   order by c.id desc`,
)
/** `$2` contacts, `$3` channels or null for all, of which the reader sees every chat. */
const newestStatement = statement(
  'contacts_newest_rating',
  `select t.id, c.rating from unnest($2::int[]) as t(id)
   join lateral (select l.rating from visitor v
     join lateral (select id, state->>'rating' as rating from chat where account_id = $1 and visitor_number = v.number
       order by id desc limit ${CHATS_OF_ROW}) l on l.rating is not null
     where v.account_id = $1 and v.contact_id = t.id and ($3::int[] is null or v.channel_id = any($3))
     order by l.id desc limit 1) c on true`,
)

interface Rated {
  readonly id: number
  readonly state: ChatState
}

/** How these visitors of a contact rated the chats that the reader sees. */
export async function readContactRatings(
  tx: Tx,
  { account, agent, channels }: Scope,
  visitors: readonly number[],
): Promise<ContactRatings> {
  const rated = await queryInOrder<Rated>(tx, ratedStatement, [account, visitors, channels, agent])
  const good = rated.filter(({ state }) => state.rating === 'positive').length
  const listed = rated.slice(0, LISTED)
  const said = await readRatings(tx, account, listed)
  return {
    good,
    bad: rated.length - good,
    ratings: listed.flatMap(({ id, state: { rating, lastAt } }) => {
      if (rating === undefined) return []
      const { at = lastAt, text = null } = said.get(id) ?? {}
      return [{ chat: id, at, rating, ...(text !== null && { text }) }]
    }),
  }
}

/** The newest rating of each of these contacts that rated one of their last chats. */
export async function readNewestRatings(
  tx: Tx,
  { account, channels }: Pick<Scope, 'account' | 'channels'>,
  contacts: readonly number[],
): Promise<ReadonlyMap<number, 'positive' | 'negative'>> {
  if (contacts.length === 0) return new Map()
  const values = [account, contacts, channels]
  const rows = await queryInOrder<{ id: number; rating: 'positive' | 'negative' }>(tx, newestStatement, values)
  return new Map(rows.map(({ id, rating }) => [id, rating]))
}
