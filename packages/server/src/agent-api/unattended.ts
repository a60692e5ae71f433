import type { UnattendedChat } from '@deskbell/protocol/agent/live'
import { isOpen, type Hours } from '@deskbell/rules'
import type { Db, Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Presence } from '../realtime/presence.ts'
import type { Directory } from '../settings/directory.ts'

/** Unattended chats in an answer. */
const LISTED = 50

/** Since when the visitor of a chat has written without an answer (ms). Chats of earlier versions know only their newest entry. */
export const UNANSWERED_SINCE = `coalesce((state->>'unansweredSince')::bigint, (state->>'lastAt')::bigint)`

/**
 * `$2`: channels of which somebody who is online sees the chats, `$8`: of all, also of removed ones; `$3`: agents who are not online;
 * `$4`: those who are. A chat of an agent who has gone is attended while a colleague who is online writes in it, or it is offered to
 * one; one who was asked to join may never answer. `$6` and `$7`: channels and departments outside their working hours, whose chats
 * come last.
 */
const unattendedStatement = statement(
  'live_unattended',
  `with unattended as not materialized (
     select id, channel_id, visitor_number, agent_id,
       channel_id = any($6::int[])
         or cardinality($7::int[]) > 0 and coalesce((state->'department'->>'id')::int = any($7::int[]), false) as closed,
       coalesce(waiting_since, to_timestamp(${UNANSWERED_SINCE} / 1000.0)) as since
     from chat where account_id = $1 and closed_at is null and (
       waiting_since is not null and not $8::boolean and channel_id <> all($2::int[])
       or agent_id = any($3::int[]) and state->'preview'->>'from' = 'visitor' and not state ? 'snoozed'
         and not (coalesce(others, '{}') && $4::int[] and (
           coalesce((state->'offer'->'to'->>'id')::int = any($4::int[]), false) or exists (
             select from jsonb_array_elements(state->'colleagues') p where (p->>'id')::int = any($4::int[]))))))
   select c.id, c.channel_id, c.agent_id, c.since, c.closed, v.name, v.number,
     (select count(*)::int from unattended) as count
   from (select * from unattended order by closed, since, id limit $5) c
   join lateral (select name, number from visitor where account_id = $1 and number = c.visitor_number limit 1) v on true
   order by c.closed, c.since, c.id`,
)

type Needs = { readonly db: Pick<Db | Tx, 'query'>; readonly directory: Directory; readonly presence: Presence }

interface UnattendedRow {
  id: number
  channel_id: number
  agent_id: number | null
  since: number
  closed: boolean
  name: string | null
  number: number
  count: number
}

/** Some of them, and how many they are in all. `closed`: those of a channel or a department outside its working hours. */
export interface Unattended {
  readonly chats: UnattendedChat[]
  readonly closed: ReadonlySet<number>
  readonly count: number
}

/** The chats whose visitors wait although nobody who is online can see them, or whose agent has gone. */
export async function readUnattended(
  { db, directory, presence }: Needs,
  account: number,
  now: number,
): Promise<Unattended> {
  const agents = directory.agents(account)
  const online = agents.filter(({ id }) => presence.isOnline(account, id))
  const isManaged = online.some(({ role }) => role !== 'agent')
  const seen = directory.channels(account).filter((channel) => online.some(({ id }) => channel.agents.has(id)))
  const here = online.map(({ id }) => id)
  const gone = agents.map(({ id }) => id).filter((id) => !here.includes(id))
  const closed = (all: readonly { readonly id: number; readonly workingHours: Hours | null }[]) =>
    all.flatMap(({ id, workingHours }) => (workingHours && !isOpen(workingHours, now) ? [id] : []))
  const outside = [closed(directory.channels(account)), closed(directory.departments(account))]
  const values = [account, seen.map(({ id }) => id), gone, here, LISTED, ...outside, isManaged]
  const rows = await db.query<UnattendedRow>(unattendedStatement, values)
  const nameOf = (id: number) => directory.agent(account, id)?.name ?? ''
  return {
    count: rows[0]?.count ?? 0,
    closed: new Set(rows.flatMap((row) => (row.closed ? [row.id] : []))),
    chats: rows.map((row) => ({
      chat: row.id,
      visitor: row.name,
      number: String(row.number),
      channel: { id: row.channel_id, name: directory.channel(account, row.channel_id)?.name ?? '' },
      since: row.since,
      agent: row.agent_id === null ? null : { id: row.agent_id, name: nameOf(row.agent_id) },
    })),
  }
}
