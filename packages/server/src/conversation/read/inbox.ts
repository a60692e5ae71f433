import type { ChatState } from '@deskbell/rules'
import { queryInOrder } from '../../db/query-in-order.ts'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { CHAT_JOINS, CHAT_COLUMNS, toChatRead, type ChatRead, type ChatRow, type Scope } from './chat-row.ts'
import { readFiltered, type InboxFilter } from './inbox-filter.ts'

/**
 * The lists of the inbox: `mine` are the open chats that the reader owns without the snoozed ones, which are `snoozed`, and
 * those that are offered to them, or in which they write or were asked to;
 * `all` is all open chats.
 */
export type View = 'waiting' | 'mine' | 'snoozed' | 'all' | 'closed'

/** The end of a page: the value that the list is ordered by (minutes for open chats, else ms), and the chat. */
export interface PagePosition {
  readonly at: number
  readonly id: number
}

const LAST_ID = 2 ** 31 - 1
/** Later than every stored time. */
const NEVER = Date.UTC(9999, 0)

const KEYS = 'account_id, id, channel_id, visitor_number, state, waiting_since, active_minute, closed_at'

/** The open chats of the agent that meet `condition`: few enough to look at each. `besides`: further ones. */
const ownStatement = (name: string, condition: string, besides: readonly string[] = []) =>
  statement(
    name,
    [
      `select ${CHAT_COLUMNS} from (select ${KEYS} from chat where closed_at is null and agent_id = $2 and ${condition}`,
      'and (active_minute, id) < ($3, $4) and ($6::int[] is null or true)',
      'and account_id = $1', // guard T17
      ...besides,
      `order by active_minute desc, id desc limit $5) c ${CHAT_JOINS}`,
      'order by c.active_minute desc, c.id desc',
    ].join('\n'),
  )

/** Chats that are offered to the agent, those in which they write, and those in which they were asked to. */
const OTHERS = [
  `union all select ${KEYS} from chat where closed_at is null and others is not null and $2 = any(others)`,
  'and (active_minute, id) < ($3, $4)',
  'and ($6::int[] is null or channel_id = any($6))', // guard T18
  'and account_id = $1', // guard T17
]

/** `$1` account, `$2` agent, `$3` and `$4` the position to read from, `$5` limit, `$6` channels or null for all. */
const VIEWS = {
  waiting: statement(
    'inbox_waiting',
    [
      `select ${CHAT_COLUMNS} from (select ${KEYS} from chat where waiting_since is not null and (waiting_since, id) > ($3, $4)`,
      'and account_id = $1', // guard T17
      `and ($6::int[] is null or channel_id = any($6)) order by waiting_since, id limit $5) c ${CHAT_JOINS}`,
      'order by c.waiting_since, c.id',
    ].join('\n'),
  ),
  mine: ownStatement('inbox_mine', "not state ? 'snoozed'", OTHERS),
  snoozed: ownStatement('inbox_snoozed', "state ? 'snoozed'"),
  all: statement(
    'inbox_all',
    [
      `select ${CHAT_COLUMNS} from (select ${KEYS} from chat where closed_at is null and (active_minute, id) < ($3, $4)`,
      'and account_id = $1', // guard T17
      'and ($6::int[] is null or channel_id = any($6) or agent_id = $2)',
      `order by active_minute desc, id desc limit $5) c ${CHAT_JOINS}`,
      'order by c.active_minute desc, c.id desc',
    ].join('\n'),
  ),
  closed: statement(
    'inbox_closed',
    [
      `select ${CHAT_COLUMNS} from (select ${KEYS} from chat where closed_at is not null and (closed_at, id) < ($3, $4)`,
      'and account_id = $1', // guard T17
      'and ($6::int[] is null or channel_id = any($6))',
      `order by closed_at desc, id desc limit $5) c ${CHAT_JOINS}`,
      'order by c.closed_at desc, c.id desc',
    ].join('\n'),
  ),
}

/**
 * A page of the inbox. `waiting` has the longest waiting chat first; the other views have the newest first, open chats
 * by the minute of their last entry. `next` is the position of the next page, null when there is none. Closed chats are
 * not filtered.
 */
export async function readInbox(
  tx: Tx,
  scope: Scope,
  view: View,
  {
    after,
    limit,
    filter,
  }: { readonly after: PagePosition | null; readonly limit: number; readonly filter?: InboxFilter },
): Promise<{ chats: ChatRead[]; next: PagePosition | null }> {
  const values = [scope.account, scope.agent, ...placeOf(view, after), limit + 1, scope.channels]
  const rows =
    view === 'closed' || !filter
      ? await queryInOrder<ChatRow>(tx, VIEWS[view], values)
      : await readFiltered(tx, view, values, filter)
  const chats = rows.slice(0, limit).map(toChatRead)
  const last = rows.length > limit ? chats.at(-1) : undefined
  return { chats, next: last ? { at: orderOf(view, last.state), id: last.id } : null }
}

function placeOf(view: View, after: PagePosition | null): [Date | number, number] {
  switch (view) {
    case 'waiting':
      return [new Date(after?.at ?? 0), after?.id ?? 0]
    case 'closed':
      return [new Date(after?.at ?? NEVER), after?.id ?? LAST_ID]
    case 'mine':
    case 'snoozed':
    case 'all':
      return [Math.min(after?.at ?? LAST_ID, LAST_ID), after?.id ?? LAST_ID]
  }
}

function orderOf(view: View, state: ChatState): number {
  switch (view) {
    case 'waiting':
      return state.waitingSince ?? 0
    case 'closed':
      return state.closedAt ?? 0
    case 'mine':
    case 'snoozed':
    case 'all':
      return Math.floor(state.lastAt / 60_000)
  }
}
