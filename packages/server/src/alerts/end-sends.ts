import { coalesce } from '../db/coalesce.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { lockInOrder, type SendKey } from './locks.ts'

const endSends = statement(
  'alert_send_end',
  `update alert_send s set sent_at = coalesce(s.sent_at, $2), failure = r.failure,
     accepted_at = case when r.failure is null then coalesce(s.accepted_at, $2) else s.accepted_at end
   from jsonb_to_recordset($1::jsonb) as r(account_id int, id uuid, failure text)
   where s.account_id = r.account_id and s.id = r.id`,
)
/** An alert that ended with mails begins again when one fails, unless the chat or task has another open alert by now. */
const moveFailed = statement(
  'alert_move_failed',
  `update alert a set next_at = $3, ended_at = null, outcome = null
   from (select distinct s.account_id, s.alert_id from unnest($1::int[], $2::uuid[]) as t(account_id, id)
     join alert_send s on s.account_id = t.account_id and s.id = t.id) f
   where a.account_id = f.account_id and a.id = f.alert_id and (a.ended_at is null or a.outcome = 'mailed' and not exists (
     select from alert o where o.account_id = a.account_id and (o.chat_id = a.chat_id or o.task_id = a.task_id) and o.cause = a.cause
       and o.agent_id is not distinct from a.agent_id and o.ended_at is null))`,
)
/** A subscription that the browser has replaced meanwhile is not removed with the one that ended. */
const endDevices = statement(
  'alert_device_end',
  `update alert_device d set failure = r.failure,
     subscription = case when d.subscription->>'endpoint' = r.gone then null else d.subscription end
   from jsonb_to_recordset($1::jsonb) as r(account_id int, id int, failure text, gone text)
   where d.account_id = r.account_id and d.id = r.id
     and (d.failure is distinct from r.failure or d.subscription->>'endpoint' = r.gone)`,
)

export interface EndedSend extends SendKey {
  readonly device: number | null
  /** null: the push service or the mail server accepted it. */
  readonly failure: string | null
  /** The address of a subscription that has ended. */
  readonly gone: string | null
}

/**
 * Records how alerts on their way have ended. One that failed goes further at once, and its device gets no further alerts when
 * its subscription has ended. Concurrent calls share one transaction.
 */
export type EndSend = (ended: EndedSend) => Promise<void>

export function makeEndSend(db: Db, now: () => number): EndSend {
  return coalesce(async (all: readonly EndedSend[]) => {
    const at = new Date(now())
    const failed = all.filter(({ failure }) => failure !== null)
    const devices = devicesOf(all)
    await db.transaction(async (tx) => {
      await lockInOrder(db, tx, all)
      const rows = all.map(({ account, alert, failure }) => ({ account_id: account, id: alert, failure }))
      await Promise.all([
        tx.query(endSends, [JSON.stringify(rows), at]),
        failed.length > 0 &&
          tx.query(moveFailed, [failed.map(({ account }) => account), failed.map(({ alert }) => alert), at]),
        devices.length > 0 && tx.query(endDevices, [JSON.stringify(devices)]),
      ])
    })
    return all.map(() => undefined)
  })
}

/** What became of each device: the last failure counts, and an ended subscription stays ended. */
function devicesOf(all: readonly EndedSend[]) {
  const found = new Map<string, { account_id: number; id: number; failure: string | null; gone: string | null }>()
  for (const { account, device, failure, gone } of all) {
    if (device === null) continue
    const name = `${account}:${device}`
    const before = found.get(name)?.gone ?? null
    found.set(name, { account_id: account, id: device, failure, gone: gone ?? before })
  }
  // In one order, so that two processes cannot deadlock.
  return [...found.values()].toSorted((a, b) => a.account_id - b.account_id || a.id - b.id)
}
