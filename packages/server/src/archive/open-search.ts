import type { Scope } from '../conversation/read/chat-row.ts'
import type { Tx } from '../db/db.ts'
import { FEW, findFew, findNewest } from './search.ts'
import { toOpenQuery, type Named } from './search-queries.ts'

/** The open chats that contain all words: the newest thousand. Access is checked when their rows are read. */
export async function findOpenChats(tx: Tx, scope: Scope, text: string, named: Named): Promise<number[]> {
  const query = toOpenQuery(scope, text, named)
  if (query === null) return []
  const found =
    (await findFew(tx, { index: query, whole: query }, { after: null })) ??
    (await findNewest(tx, query, { after: null }, FEW))
  return found.slice(0, FEW).map(({ id }) => id)
}
