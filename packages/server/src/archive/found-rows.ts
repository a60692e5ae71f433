import type { ChatState } from '@deskbell/rules'
import type { Scope } from '../conversation/read/chat-row.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'

/** `$1` account, `$2` agent, `$3` channels or null for all, `$4` the numbers of the chats. */
const rowsStatement = statement(
  'find_rows',
  [
    `select c.id, c.state, c.channel_id, h.name as channel_name, h.kind as channel_kind, v.number, v.name, v.email, v.phone, v.photo,
       v.blocked_at is not null as blocked, v.chats, n.newest
     from unnest($4::int[]) as t(id)
     join lateral (select account_id, id, state, channel_id, visitor_number from chat
       where id = t.id and erased_at is null`,
    'and account_id = $1', // guard T17
    'and ($3::int[] is null or channel_id = any($3) or (closed_at is null and agent_id = $2))', // guard T18
    `limit 1) c on true
     join lateral (select name, kind from channel
       where account_id = c.account_id and id = c.channel_id limit 1) h on true
     join lateral (select number, name, email, phone, photo, blocked_at, chats from visitor
       where account_id = c.account_id and number = c.visitor_number limit 1) v on true
     join lateral (select max(id) = c.id as newest from chat
       where account_id = c.account_id and visitor_number = c.visitor_number and erased_at is null) n on true`,
  ].join('\n'),
)

/** A chat that was found, as it is now. */
export interface FoundRow {
  readonly id: number
  readonly state: ChatState
  readonly channel_id: number
  readonly channel_name: string
  readonly channel_kind: string
  readonly number: number
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly photo: string | null
  readonly blocked: boolean
  readonly chats: number
  /** It is the visitor's newest chat. */
  readonly newest: boolean
}

/** Those of the chats that the reader may see now, by number: the index may be a moment behind. */
export async function readFoundRows(
  tx: Tx,
  { account, agent, channels }: Scope,
  chats: readonly number[],
): Promise<ReadonlyMap<number, FoundRow>> {
  if (chats.length === 0) return new Map()
  const rows = await tx.query<FoundRow>(rowsStatement, [account, agent, channels, chats])
  return new Map(rows.map((row) => [row.id, row]))
}
