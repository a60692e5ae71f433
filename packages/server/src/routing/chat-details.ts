import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'

/** Who held the chat of this table alias last; null: no agent did. The agents of its state are in the order in which they first joined. */
export const holderOf = (chat: string): string =>
  `(select (e.body->'agent'->>'id')::int from entry e where e.account_id = ${chat}.account_id and e.chat_id = ${chat}.id
     and e.type = 'agent.joined' order by e.n desc limit 1)`

const detailsStatement = statement(
  'routing_chat_details',
  `select q.id, v.site->>'url' as page, v.custom_data, l.agent
   from (select id, visitor_number from chat where account_id = $1 and id = any($2::int[])) q
   join lateral (select contact_id, site, custom_data from visitor where account_id = $1 and number = q.visitor_number
     limit 1) v on true
   left join lateral (select ${holderOf('p')} as agent
     from visitor o join chat p on p.account_id = $1 and p.visitor_number = o.number and p.closed_at is not null
     where $3::boolean and o.account_id = $1 and o.contact_id = v.contact_id order by p.closed_at desc limit 1) l on true`,
)

/** What a chat's place in the queue goes by, besides its state. */
export interface ChatDetails {
  readonly page: string | null
  readonly custom_data: readonly { readonly title?: string; readonly content?: string }[] | null
  /** Who had the contact's last chat. */
  readonly agent: number | null
}

/** By chat. `remembers`: the agents of earlier chats are looked for. */
export async function readDetails(
  db: Pick<Db, 'query'>,
  { account, chats, remembers }: { account: number; chats: readonly number[]; remembers: boolean },
): Promise<ReadonlyMap<number, ChatDetails>> {
  if (chats.length === 0) return new Map()
  const rows = await db.query<ChatDetails & { id: number }>(detailsStatement, [account, chats, remembers])
  return new Map(rows.map((row) => [row.id, row]))
}
