import type { ChatFilter } from '@deskbell/protocol/agent/chat-filter'
import { notOfClosed } from '@deskbell/protocol/agent/fits-filter'
import {
  CHAT_COLUMNS,
  CHAT_JOINS,
  toChatRead,
  type ChatRead,
  type ChatRow,
  type Scope,
} from '../conversation/read/chat-row.ts'
import type { PagePosition } from '../conversation/read/inbox.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { Invalid } from '../platform/errors.ts'
import { findFew, findNewest } from './search.ts'
import { toClosedQuery, type ClosedConditions, type Named } from './search-queries.ts'

/** `$1` account, `$2` agent, `$3` chats, which the index has found among those that the agent may see. */
const rowsStatement = statement(
  'closed_found',
  [
    `select ${CHAT_COLUMNS} from (select account_id, id, channel_id, visitor_number, state, closed_at from chat`,
    'where id = any($3::int[]) and closed_at is not null',
    'and account_id = $1', // guard T17
    `) c ${CHAT_JOINS}`,
  ].join('\n'),
)

/** The conditions of a request, of which closed chats have only some. */
export function ofClosed(filter: ChatFilter): ClosedConditions {
  const field = notOfClosed(filter)
  if (field !== null) throw new Invalid(`/${field}`, { reason: 'not_beside', field: 'view' })
  const { channel, department, agent, tag } = filter
  return {
    ...(channel !== undefined && { channel }),
    ...(department !== undefined && { department }),
    ...(agent !== undefined && { agent }),
    ...(tag !== undefined && { tag }),
  }
}

interface Asked {
  readonly text: string | undefined
  readonly named: Named
  readonly conditions: ClosedConditions
  readonly after: PagePosition | null
  readonly limit: number
}

/** A page of the closed chats that contain all words and meet all conditions, newest first. */
export async function readClosed(
  tx: Tx,
  scope: Scope,
  { text, named, conditions, after, limit }: Asked,
): Promise<{ chats: ChatRead[]; next: PagePosition | null }> {
  const query = toClosedQuery(scope, text, named, conditions)
  if (query === null) return { chats: [], next: null }
  const positions =
    (await findFew(tx, { index: query, whole: query }, { after })) ?? (await findNewest(tx, query, { after }, limit))
  const page = positions.slice(0, limit)
  const last = positions.length > limit ? page.at(-1) : undefined
  const ids = page.map(({ id }) => id)
  const rows = await tx.query<ChatRow>(rowsStatement, [scope.account, scope.agent, ids])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    chats: ids.flatMap((id) => byId.get(id) ?? []).map(toChatRead),
    next: last ? { at: last.at, id: last.id } : null,
  }
}
