import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { Scope } from './chat-row.ts'
import { queryInOrder } from '../../db/query-in-order.ts'

/** Counting stops at this number. */
const COUNT_MAX = 1000
const LAST_ID = 2 ** 31 - 1

const COLUMNS = `o.id, o.at, o.channel_id, h.name as channel_name, o.chat_id, o.visitor_number, o.name, o.email, o.phone, o.description,
  o.message, o.site, o.handled_at, o.handled_by, a.name as handled_name, c.agent_id as holder,
  c.id is not null and c.closed_at is null as chat_open`
const JOINS = `join lateral (select name from channel where account_id = o.account_id and id = o.channel_id limit 1) h on true
  left join lateral (select id, agent_id, closed_at from chat where account_id = $1::int and id = o.chat_id limit 1) c on true
  left join lateral (select name from agent where account_id = o.account_id and id = o.handled_by
    and deleted_at is null limit 1) a on true`
/** The messages that the reader may see. `$1` account, `$2` agent, `$3` channels or null for all. */
const VISIBLE = `and ($3::int[] is null or o.channel_id = any($3) or exists (select from chat s
    where s.account_id = $1::int and s.id = o.chat_id and s.agent_id = $2))`

const listed = (name: string, condition: string) =>
  statement(
    name,
    [
      `select ${COLUMNS} from offline_message o ${JOINS} where o.id < $4 ${condition}`,
      'and o.account_id = $1', // guard T17
      VISIBLE, // guard T18
      'and ($5::int is null or o.channel_id = $5) order by o.id desc limit $6',
    ].join('\n'),
  )

/** One statement for each filter, so that each uses an index. */
const LISTS = {
  all: listed('offline_all', ''),
  waiting: listed('offline_waiting', 'and o.handled_at is null'),
  handled: listed('offline_handled', 'and o.handled_at is not null'),
}

const countStatement = statement(
  'offline_count',
  [
    `select count(*) as n from (select from offline_message o where o.handled_at is null`,
    'and o.account_id = $1', // guard T17
    `${VISIBLE} limit ${COUNT_MAX}) as waiting`,
  ].join('\n'),
)

const oneStatement = statement(
  'offline_one',
  [
    `select ${COLUMNS} from offline_message o ${JOINS} where o.id = $2`,
    'and o.account_id = $1', // guard T17
  ].join('\n'),
)

const handleStatement = statement(
  'offline_handle',
  `update offline_message set handled_at = $3, handled_by = $4
   where account_id = $1 and id = $2 and (handled_at is null) = ($3::timestamptz is not null)`,
)

/** An offline message with its channel, chat and visitor. */
export interface OfflineRead {
  readonly id: number
  readonly at: number
  readonly channel: { readonly id: number; readonly name: string }
  readonly chat: { readonly id: number; readonly isOpen: boolean; readonly holder: number | null } | null
  readonly visitor: number
  readonly contact: {
    readonly name: string | null
    readonly email: string | null
    readonly phone: string | null
    readonly description: string | null
  }
  readonly message: string
  readonly site: { readonly url?: string; readonly title?: string } | null
  readonly handled: { readonly at: number; readonly agent: { id: number; name: string } | null } | null
}

interface Row {
  id: number
  at: number
  channel_id: number
  channel_name: string
  chat_id: number | null
  chat_open: boolean
  holder: number | null
  visitor_number: number
  name: string | null
  email: string | null
  phone: string | null
  description: string | null
  message: string
  site: OfflineRead['site']
  handled_at: number | null
  handled_by: number | null
  handled_name: string | null
}

/** The messages that the reader may see, newest first, with ids below `before`; `more`: there are older ones. */
export async function readOffline(
  tx: Tx,
  { account, agent, channels }: Scope,
  { handled, channel, before }: { handled?: boolean; channel?: number; before?: number },
  limit: number,
): Promise<{ messages: OfflineRead[]; more: boolean }> {
  const list = handled === undefined ? LISTS.all : handled ? LISTS.handled : LISTS.waiting
  const rows = await queryInOrder<Row>(tx, list, [
    account,
    agent,
    channels,
    before ?? LAST_ID,
    channel ?? null,
    limit + 1,
  ])
  return { messages: rows.slice(0, limit).map(toRead), more: rows.length > limit }
}

/** How many unhandled messages the reader may see, at most COUNT_MAX. */
export async function countWaiting(tx: Tx, { account, agent, channels }: Scope): Promise<number> {
  const [row] = await queryInOrder<{ n: number }>(tx, countStatement, [account, agent, channels])
  return row?.n ?? 0
}

/** One message by its id. The caller checks whether the agent may see it. */
export async function readOneOffline(tx: Tx, account: number, id: number): Promise<OfflineRead | undefined> {
  const [row] = await queryInOrder<Row>(tx, oneStatement, [account, id])
  return row && toRead(row)
}

/**
 * Marks a message as handled by an agent at a time (ms), or as unhandled when `by` is null. Changes nothing when it is
 * so already.
 */
export async function markHandled(
  tx: Tx,
  account: number,
  id: number,
  by: { readonly at: number; readonly agent: number } | null,
): Promise<void> {
  await tx.query(handleStatement, [account, id, by && new Date(by.at), by?.agent ?? null])
}

function toRead(row: Row): OfflineRead {
  const { id, at, name, email, phone, description, message, site } = row
  return {
    id,
    at,
    channel: { id: row.channel_id, name: row.channel_name },
    chat: row.chat_id === null ? null : { id: row.chat_id, isOpen: row.chat_open, holder: row.holder },
    visitor: row.visitor_number,
    contact: { name, email, phone, description },
    message,
    site,
    handled:
      row.handled_at === null
        ? null
        : {
            at: row.handled_at,
            agent:
              row.handled_by === null || row.handled_name === null
                ? null
                : { id: row.handled_by, name: row.handled_name },
          },
  }
}
