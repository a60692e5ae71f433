import type { ChatFilter } from '@deskbell/protocol/agent/chat-filter'
import { queryInOrder } from '../../db/query-in-order.ts'
import type { Tx } from '../../db/db.ts'
import { statement, type Statement } from '../../db/statement.ts'
import { CHAT_COLUMNS, CHAT_JOINS, type ChatRow } from './chat-row.ts'
import type { View } from './inbox.ts'

/** Conditions on a list of open chats. */
export interface InboxFilter extends Omit<ChatFilter, 'waited'> {
  /** Waiting since this time or longer (ms). */
  readonly waitingSince?: number
  /** Only some of these chats. */
  readonly chats?: readonly number[]
}

const MINUTE = 60_000

/** The filter of a request at `now` (ms); empty when it has no condition. */
export function toInboxFilter({ waited, ...rest }: ChatFilter, now: number): { readonly filter?: InboxFilter } {
  const filter = { ...rest, ...(waited !== undefined && { waitingSince: now - waited * MINUTE }) }
  return Object.keys(filter).length === 0 ? {} : { filter }
}

type OpenView = Exclude<View, 'closed'>

/** Which chats a view has, and in which order; `$3` and `$4`: the position to read from, `$6` channels or null for all. */
const LISTS: Readonly<Record<OpenView, { readonly where: string; readonly order: string }>> = {
  waiting: {
    where: [
      'waiting_since is not null and (waiting_since, id) > ($3, $4)',
      'and ($6::int[] is null or channel_id = any($6))', // guard T18
    ].join(' '),
    order: 'waiting_since, id',
  },
  mine: {
    where: [
      "closed_at is null and (agent_id = $2 and not state ? 'snoozed' or $2 = any(others)",
      'and ($6::int[] is null or channel_id = any($6))', // guard T18
      ') and (active_minute, id) < ($3, $4)',
    ].join(' '),
    order: 'active_minute desc, id desc',
  },
  snoozed: ownList("state ? 'snoozed'"),
  all: {
    where: [
      'closed_at is null and (active_minute, id) < ($3, $4)',
      'and ($6::int[] is null or channel_id = any($6) or agent_id = $2)', // guard T18
    ].join(' '),
    order: 'active_minute desc, id desc',
  },
}

function ownList(condition: string) {
  return {
    where: `closed_at is null and agent_id = $2 and ${condition} and (active_minute, id) < ($3, $4) and ($6::int[] is null or true)`,
    order: 'active_minute desc, id desc',
  }
}

/** `$7` channel, `$8` department, `$9` agent, `$10` tag, `$11` waiting since, `$12` unread; each null: no condition. */
const CONDITIONS = `($7::int is null or channel_id = $7)
  and ($8::int is null or (state->'department'->>'id')::int = $8)
  and ($9::int is null or coalesce(agent_id, 0) = $9)
  and ($10::int is null or state->'tags' @> jsonb_build_array(jsonb_build_object('id', $10::int)))
  and ($11::timestamptz is null or waiting_since <= $11)
  and ($12::boolean is null or not state ? 'erased' and exists (
    select from (values (1)) one left join lateral (select received, n from reading
      where account_id = $1::int and chat_id = chat.id and agent_id = $2 limit 1) r on true
    where (chat.state->>'received')::int > coalesce(r.received, 0) or (chat.state->>'woken')::int > coalesce(r.n, 0)))`

const statementOf = (view: OpenView, ofSome: boolean): Statement =>
  statement(
    `inbox_${view}_${ofSome ? 'found' : 'filtered'}`,
    [
      `select ${CHAT_COLUMNS} from (
         select account_id, id, channel_id, visitor_number, state, waiting_since, active_minute, closed_at from chat
         where ${LISTS[view].where} and ${CONDITIONS}`,
      ofSome ? 'and id = any($13::int[])' : '',
      'and account_id = $1', // guard T17
      `order by ${LISTS[view].order} limit $5) c ${CHAT_JOINS}`,
      `order by ${LISTS[view].order.replaceAll(/(\w+_\w+|id)/g, 'c.$1')}`,
    ].join('\n'),
  )

/** The second one reads only some chats, by their numbers. */
const STATEMENTS: Readonly<Record<OpenView, readonly [all: Statement, some: Statement]>> = {
  waiting: [statementOf('waiting', false), statementOf('waiting', true)],
  mine: [statementOf('mine', false), statementOf('mine', true)],
  snoozed: [statementOf('snoozed', false), statementOf('snoozed', true)],
  all: [statementOf('all', false), statementOf('all', true)],
}

/** The rows of a list that meet all conditions. `values`: those of the unfiltered list. */
export async function readFiltered(
  tx: Tx,
  view: OpenView,
  values: readonly unknown[],
  { channel, department, agent, tag, unread, waitingSince, chats }: InboxFilter,
): Promise<ChatRow[]> {
  const [ofAll, ofSome] = STATEMENTS[view]
  const all = [
    ...values,
    ...[channel, department, agent, tag].map((one) => one ?? null),
    waitingSince === undefined ? null : new Date(waitingSince),
    unread === undefined ? null : true,
  ]
  // Few chats are looked up by number and sorted; all others are read in the order of the list.
  return chats ? tx.query<ChatRow>(ofSome, [...all, chats]) : queryInOrder<ChatRow>(tx, ofAll, all)
}
