import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { writeNoticeDeliveries, type WebhookNotice } from './notices.ts'

// Whether a webhook fails is not a setting. It is stored in the webhook's row, and processes read it with the revisions
// of accounts, not with the account.

// Rows are locked in their order, so that two processes that update the same ones do not deadlock.
const beginFailing = statement(
  'webhook_failing',
  `with t as materialized (
     select w.account_id, w.id, u.at, u.reason from webhook w
     join unnest($1::int[], $2::int[], $3::timestamptz[], $4::text[]) as u(account_id, id, at, reason)
       on w.account_id = u.account_id and w.id = u.id
     where w.failing_since is null and w.deleted_at is null order by w.account_id, w.id for no key update of w)
   update webhook w set failing_since = t.at, failing_reason = t.reason
   from t where w.account_id = t.account_id and w.id = t.id`,
)
const endFailing = statement(
  'webhook_working',
  `with t as materialized (
     select w.account_id, w.id from webhook w
     join unnest($1::int[], $2::int[]) as u(account_id, id) on w.account_id = u.account_id and w.id = u.id
     where w.failing_since is not null and w.state <> 'disabled'
     order by w.account_id, w.id for no key update of w)
   update webhook w set failing_since = null, failing_reason = null, failing_told = false
   from t where w.account_id = t.account_id and w.id = t.id`,
)
const disable = statement(
  'webhook_disable',
  `update webhook set state = 'disabled', failing_since = coalesce(failing_since, $3), failing_reason = $4
   where account_id = $1 and id = $2 and state <> 'disabled' and deleted_at is null
     and ($5::timestamptz is null or failing_since <= $5) returning name`,
)
const tell = statement(
  'webhook_told',
  `update webhook set failing_told = true
   where account_id = $1 and id = $2 and failing_since <= $3 and not failing_told and state <> 'disabled'
     and deleted_at is null returning name`,
)

export interface Noted {
  /**
   * Nothing is changed unless the webhook has been failing since then (ms): another process may have newer information.
   */
  readonly failingSince?: number
  readonly account: number
  readonly webhook: number
  readonly at: number
  readonly reason: string
}

/** Marks webhooks that failed to accept an event as failing. A webhook that is already marked does not change. */
export async function markFailing(tx: Tx, noted: readonly Noted[]): Promise<void> {
  await tx.query(beginFailing, [
    noted.map(({ account }) => account),
    noted.map(({ webhook }) => webhook),
    noted.map(({ at }) => new Date(at)),
    noted.map(({ reason }) => reason),
  ])
}

/** Marks webhooks that accept events again as working. */
export async function markWorking(tx: Tx, noted: readonly Pick<Noted, 'account' | 'webhook'>[]): Promise<void> {
  await tx.query(endFailing, [noted.map(({ account }) => account), noted.map(({ webhook }) => webhook)])
}

/**
 * Stops all deliveries to a webhook until an agent activates it, and notifies the owners (C19). False when it was
 * disabled already.
 */
export async function disableWebhook(tx: Tx, noted: Noted): Promise<boolean> {
  const { account, webhook, at, reason } = noted
  const [row] = await tx.query<{ name: string }>(disable, [account, webhook, new Date(at), reason, sinceOf(noted)])
  if (row) await writeNoticeDeliveriesOf(tx, noted, row.name, 'webhook_disabled')
  return row !== undefined
}

/** Notifies the owners that a webhook fails, once per failure period. False when they were notified already. */
export async function tellFailing(tx: Tx, noted: Noted): Promise<boolean> {
  const [row] = await tx.query<{ name: string }>(tell, [noted.account, noted.webhook, sinceOf(noted)])
  if (row) await writeNoticeDeliveriesOf(tx, noted, row.name, 'webhook_failing')
  return row !== undefined
}

const sinceOf = ({ failingSince }: Noted) => (failingSince === undefined ? null : new Date(failingSince))

function writeNoticeDeliveriesOf(
  tx: Tx,
  { account, webhook, at, reason }: Noted,
  name: string,
  kind: WebhookNotice['kind'],
): Promise<void> {
  return writeNoticeDeliveries(tx, { account, at, once: String(at), notice: { kind, webhook, name, reason } })
}
