import { nameOfQueue, priorityOf, type PriorityRule, type Queue } from '@deskbell/rules'
import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { Directory } from '../../settings/directory.ts'
import { readPriorities } from '../../settings/priorities.ts'
import { queueIn } from './queue-in.ts'

/** Waiting chats of an account that are looked at, those that wait longest; of a queue, those that priorities order. */
const CHATS_MAX = 10_000
const ORDERED_MAX = 500

/** `$2`: whether the priorities look at the visitor; `$5`: chats that are wanted wherever they stand in their queue. */
const waitingStatement = statement(
  'queue_waiting',
  `select t.account_id, q.id, q.channel_id, q.team, q.since, q.nth::int, q.tags, v.page, v.custom_data
   from unnest($1::int[], $2::boolean[]) as t(account_id, looks)
   join lateral (
     select n.* from (
       select c.*, row_number() over (partition by team, case when team is null then channel_id end order by since, id) as nth
       from (select id, channel_id, visitor_number, waiting_since as since, (state->'department'->>'id')::int as team,
           state->'tags' as tags
         from chat where account_id = t.account_id and waiting_since is not null order by waiting_since, id limit $3) c) n
     left join unnest($5::int[]) as w(id) on w.id = n.id
     where n.nth <= $4 or w.id is not null) q on true
   left join lateral (select site->>'url' as page, custom_data from visitor
     where t.looks and account_id = t.account_id and number = q.visitor_number limit 1) v on true`,
)

interface WaitingRow {
  account_id: number
  id: number
  channel_id: number
  team: number | null
  since: number
  nth: number
  tags: readonly { readonly id: number }[] | null
  page: string | null
  custom_data: readonly { title?: string; content?: string }[] | null
}

/** A chat that waits, with what decides its place. */
export interface WaitingChat {
  readonly account: number
  readonly id: number
  readonly waitingSince: number
  readonly priority: number
  readonly in: Queue
  /** The name of its queue, which no queue of another account has. */
  readonly queue: string
}

/**
 * The waiting chats of accounts, by account those that are wanted. Of each queue the chats that wait longest, and the wanted
 * ones. One read for all of them; nothing of visitors is read unless a priority depends on it.
 */
export async function readWaiting(
  { db, directory }: { readonly db: Pick<Db, 'query'>; readonly directory: Directory },
  wanted: ReadonlyMap<number, ReadonlySet<number>>,
  now: number,
): Promise<WaitingChat[]> {
  const accounts = [...wanted.keys()]
  const rules = await readPriorities(db, accounts)
  const looks = accounts.map((account) => rules.get(account)?.some(looksAtVisitor) ?? false)
  const chats = new Set([...wanted.values()].flatMap((ids) => [...ids]))
  const rows = await db.query<WaitingRow>(waitingStatement, [accounts, looks, CHATS_MAX, ORDERED_MAX, [...chats]])
  return rows.map((row) => {
    const { account_id: account, id, channel_id: channel, team, since: waitingSince, nth } = row
    const queue = queueIn(directory, account, { channel, team })
    const facts = {
      tags: (row.tags ?? []).map((tag) => tag.id),
      page: row.page ?? '',
      fields: row.custom_data ?? [],
      waited: now - waitingSince,
    }
    // Chats further back come in the order in which they wait.
    const priority = nth > ORDERED_MAX ? -1 : priorityOf(rules.get(account) ?? [], facts)
    return { account, id, waitingSince, priority, in: queue, queue: `${account} ${nameOfQueue(queue)}` }
  })
}

const looksAtVisitor = ({ when }: PriorityRule): boolean => 'page' in when || 'field' in when
