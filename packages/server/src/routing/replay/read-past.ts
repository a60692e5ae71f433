import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { PresenceRow, Span, WaitRow } from './past.ts'

/** How far back a replay goes (ms). */
const MONTH = 30 * 24 * 3600 * 1000
/** Waits of one read, which holds the database for some milliseconds. */
const PAGE = 1000
/** The newest ones of a month; with more, the replay begins later. */
export const WAITS_MAX = 200_000

const recordedStatement = statement(
  'replay_recorded',
  `select (select min(at) from presence_change where account_id = $1) as presence,
     (select began_at from chat_wait where account_id = $1 order by began_at desc offset $2 limit 1) as most`,
)
const presenceStatement = statement(
  'replay_presence',
  `select agent_id as agent, at, online from presence_change where account_id = $1 and at < $2 order by at`,
)
/** The contact, page and fields are read only when the settings look at them. */
const waitsStatement = statement(
  'replay_waits',
  `select w.chat_id as chat, w.channel_id as channel,
     case when w.overflowed is null then w.department_id else w.first_department_id end as team, w.overflowed, w.tags, w.began_at as began, w.ended_at as ended,
     w.agent_id as agent, w.held_until as "heldUntil", v.contact_id as contact,
     case when $5::boolean then v.site->>'url' end as page, case when $5::boolean then v.custom_data end as fields
   from (select * from chat_wait where account_id = $1 and (began_at, chat_id) > ($2, $3) and began_at < $4
     order by began_at, chat_id limit ${PAGE}) w
   left join visitor v on $6::boolean and v.account_id = $1 and v.number = w.visitor_number
   order by w.began_at, w.chat_id`,
)

/** The time that a replay covers: the last month, or since waits and presence are recorded. */
export async function readSpan(db: Db, account: number, now: number): Promise<Span> {
  const [row] = await db.query<{ presence: number | null; most: number | null }>(recordedStatement, [
    account,
    WAITS_MAX,
  ])
  return { from: Math.max(now - MONTH, row?.presence ?? now, row?.most ?? 0), to: now }
}

export const readPresence = (db: Db, account: number, { to }: Span): Promise<PresenceRow[]> =>
  db.query<PresenceRow>(presenceStatement, [account, new Date(to)])

/** The waits that began in the span, a page at a time. */
export async function* readWaits(
  db: Db,
  account: number,
  { from, to }: Span,
  needs: { readonly contacts: boolean; readonly fields: boolean },
): AsyncGenerator<WaitRow[]> {
  let after = { began: from - 1, chat: 0 }
  for (;;) {
    const rows = await db.query<WaitRow>(waitsStatement, [
      ...[account, new Date(after.began), after.chat, new Date(to)],
      ...[needs.fields, needs.contacts || needs.fields],
    ])
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last
  }
}
