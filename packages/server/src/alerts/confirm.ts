import { coalesce } from '../db/coalesce.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Confirmed, Looked } from '../realtime/agent-alerts.ts'
import { lockInOrder } from './locks.ts'

const ASKED = `(select s.account_id, s.id, s.alert_id, bool_or(r.opened) as opened
   from jsonb_to_recordset($1::jsonb) as r(account_id int, id uuid, agent_id int, opened boolean)
   join alert_send s on s.account_id = r.account_id and s.id = r.id and (r.agent_id is null or s.agent_id = r.agent_id)
   group by s.account_id, s.id, s.alert_id)`

/** Each step counts once. */
const confirmSends = statement(
  'alert_send_confirm',
  `update alert_send s set shown_at = coalesce(s.shown_at, $2),
     opened_at = case when r.opened then coalesce(s.opened_at, $2) else s.opened_at end
   from ${ASKED} r where s.account_id = r.account_id and s.id = r.id and (s.shown_at is null or r.opened and s.opened_at is null)`,
)
/**
 * An opened alert has ended: it goes to no further device. One about a call that rings ends with the ring, so that it goes away
 * from the other devices, too.
 */
const endOpened = statement(
  'alert_end_opened',
  `update alert a set ended_at = $2, next_at = null, outcome = 'opened'
   from (select distinct account_id, alert_id from ${ASKED} r where opened) r
   where a.account_id = r.account_id and a.id = r.alert_id and a.ended_at is null and a.cause <> 'call'`,
)

/** An agent who looks at a chat has seen its alerts, if they were alerted. */
const lookStatement = statement(
  'alert_look',
  `with locked as (
     select id from alert where account_id = $1 and chat_id = $2 and ended_at is null
       and by_agent_id is distinct from $3 order by id for update),
   seen as (
     update alert a set ended_at = $4, next_at = null, outcome = 'seen' from locked l
     where a.account_id = $1 and a.id = l.id and (a.agent_id = $3 or exists (
       select from alert_send s where s.account_id = a.account_id and s.alert_id = a.id and s.agent_id = $3))
     returning a.id)
   update alert_send s set opened_at = coalesce(s.opened_at, $4) from seen
   where s.account_id = $1 and s.alert_id = seen.id and s.agent_id = $3`,
)

/** `agent` null: any agent's, because a token has shown that the alert may be confirmed. */
type Confirming = Omit<Confirmed, 'agent'> & { readonly agent: number | null }

/** Resolves when it is written. Concurrent calls share one transaction. */
export type Confirm = (confirmed: Confirming) => Promise<void>

export const makeConfirm = (db: Db, now: () => number): Confirm =>
  coalesce(async (all: readonly Confirming[]) => {
    const rows = all.flatMap(({ account, alerts, agent, step }) =>
      alerts.map((alert) => ({ account_id: account, id: alert, agent_id: agent, opened: step === 'opened' })),
    )
    const values = [JSON.stringify(rows), new Date(now())]
    await db.transaction(async (tx) => {
      await lockInOrder(
        db,
        tx,
        rows.map(({ account_id: account, id: alert }) => ({ account, alert })),
      )
      await Promise.all([
        tx.query(confirmSends, values),
        rows.some(({ opened }) => opened) && tx.query(endOpened, values),
      ])
    })
    return all.map(() => undefined)
  })

export const makeLook =
  (db: Db) =>
  async ({ account, chat, agent }: Looked, now: number): Promise<void> => {
    await db.query(lookStatement, [account, chat, agent, new Date(now)])
  }
