import type { ChatState } from '@deskbell/rules'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { BESIDE, SHOWN, toChatRead, type ChatRead, type ChatRow, type Scope } from './chat-row.ts'

/** The lists of the inbox; `mine` are the reader's own, `all` is everything that is open. */
export type View = 'waiting' | 'mine' | 'all' | 'closed'

/** Where a page ends: what the list is ordered by (minutes for open chats, else milliseconds), and the chat. */
export interface PagePosition {
  readonly at: number
  readonly id: number
}

const LAST_ID = 2 ** 31 - 1
/** Past every time that is stored. */
const NEVER = Date.UTC(9999, 0)

const KEYS = 'account_id, id, channel_id, visitor_number, state, waiting_since, active_minute, closed_at'

/** `$1` account, `$2` agent, `$3` and `$4` the place to go on from, `$5` how many, `$6` channels or null for all. */
const VIEWS = {
  waiting: statement(
    'inbox_waiting',
    [
      `select ${SHOWN} from (select ${KEYS} from chat where waiting_since is not null and (waiting_since, id) > ($3, $4)`,
      'and account_id = $1', // guard T17
      `and ($6::int[] is null or channel_id = any($6)) order by waiting_since, id limit $5) c ${BESIDE}`,
      'order by c.waiting_since, c.id',
    ].join('\n'),
  ),
  mine: statement(
    'inbox_mine',
    [
      `select ${SHOWN} from (select ${KEYS} from chat where closed_at is null and agent_id = $2`,
      'and (active_minute, id) < ($3, $4) and ($6::int[] is null or true)',
      'and account_id = $1', // guard T17
      `order by active_minute desc, id desc limit $5) c ${BESIDE}`,
      'order by c.active_minute desc, c.id desc',
    ].join('\n'),
  ),
  all: statement(
    'inbox_all',
    [
      `select ${SHOWN} from (select ${KEYS} from chat where closed_at is null and (active_minute, id) < ($3, $4)`,
      'and account_id = $1', // guard T17
      'and ($6::int[] is null or channel_id = any($6) or agent_id = $2)',
      `order by active_minute desc, id desc limit $5) c ${BESIDE}`,
      'order by c.active_minute desc, c.id desc',
    ].join('\n'),
  ),
  closed: statement(
    'inbox_closed',
    [
      `select ${SHOWN} from (select ${KEYS} from chat where closed_at is not null and (closed_at, id) < ($3, $4)`,
      'and account_id = $1', // guard T17
      'and ($6::int[] is null or channel_id = any($6))',
      `order by closed_at desc, id desc limit $5) c ${BESIDE}`,
      'order by c.closed_at desc, c.id desc',
    ].join('\n'),
  ),
}

/**
 * A page of the inbox. Waiting: who has waited longest first; the others: the newest first, open ones by the minute of
 * their last entry. `next` is where the page after it begins, null when there is none.
 */
export async function readInbox(
  tx: Tx,
  scope: Scope,
  view: View,
  { after, limit }: { readonly after: PagePosition | null; readonly limit: number },
): Promise<{ chats: ChatRead[]; next: PagePosition | null }> {
  const values = [scope.account, scope.agent, ...placeOf(view, after), limit + 1, scope.channels]
  const rows = await ask<ChatRow>(tx, VIEWS[view], values)
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
    case 'all':
      return Math.floor(state.lastAt / 60_000)
  }
}
