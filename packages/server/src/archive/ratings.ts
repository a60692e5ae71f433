import type { ArchiveRatings } from '@deskbell/protocol/agent/archive'
import type { Scope } from '../conversation/read/chat-row.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { all, any, toQuery, type ArchiveConditions } from './conditions.ts'
import { FEW, findFew, findNewest, type Stretch } from './search.ts'
import { trait } from './traits.ts'

const countStatement = statement(
  'archive_ratings',
  [
    "select count(*)::int as rated, (count(*) filter (where state->>'rating' = 'positive'))::int as good",
    "from chat where id = any($2::int[]) and state->>'rating' is not null",
    'and account_id = $1',
  ].join('\n'),
)

/**
 * How the closed chats that meet the conditions were rated. At most FEW of them are read, the newest ones, so that the cost
 * does not grow with the archive.
 */
export async function countRatings(
  tx: Tx,
  { account, channels }: Scope,
  asked: ArchiveConditions,
  stretch: Omit<Stretch, 'after'>,
): Promise<ArchiveRatings> {
  const query = toQuery(account, channels, asked)
  if (query === null) return { rated: 0, good: 0, more: false }
  const rated = all([query, any([trait.rating(account, 'positive'), trait.rating(account, 'negative')])])
  const from = { ...stretch, after: null }
  const found = (await findFew(tx, { index: rated, whole: rated }, from)) ?? (await findNewest(tx, rated, from, FEW))
  const ids = found.slice(0, FEW).map(({ id }) => id)
  const [counts] = await tx.query<{ rated: number; good: number }>(countStatement, [account, ids])
  return { rated: counts?.rated ?? 0, good: counts?.good ?? 0, more: found.length > FEW }
}
