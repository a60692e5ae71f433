import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { newDelivery } from '../deliveries/new-delivery.ts'
import { deliveryRows } from '../deliveries/rows.ts'
import { insertDeliveries } from '../deliveries/statements.ts'

/** The endpoint of all mail, which therefore shares one limit. */
export const MAIL_ENDPOINT = 'mail'

/** A notice about a webhook to the owners and admins of its account. */
export interface WebhookNotice {
  readonly kind: 'webhook_failing' | 'webhook_disabled'
  readonly webhook: number
  readonly name: string
  readonly reason: string
}

/** A link that gives access, to one person: an invitation, or the link that sets a new password. */
export interface LinkNotice {
  readonly kind: 'invitation' | 'password_reset'
  /** The token of the link, sealed and in base64: a reader of the database cannot use it. */
  readonly sealed: string
  /** Who invites, or an admin who made the link; null: the person asked for it. */
  readonly by: string | null
  /** When the link ends (ms). */
  readonly until: number
}

export type Notice = WebhookNotice | LinkNotice

/** The name that the token in a mail is bound to (see `Keys.seal`). */
export const linkContext = (account: number, recipient: string) => `link for ${recipient} of account ${account}`

const ownersAndAdmins = statement(
  'notice_recipients',
  `select id, email from agent
   where account_id = $1 and role in ('owner', 'admin') and deleted_at is null order by id`,
)

/**
 * Writes a notice to every owner and admin as deliveries, in the transaction that causes it. `once` makes its lanes
 * unique. The deliveries are due at once and leased to no process: the next sweep finds them.
 */
export async function writeNoticeDeliveries(
  tx: Tx,
  { account, notice, at, once }: { account: number; notice: WebhookNotice; at: number; once: string },
): Promise<void> {
  const recipients = await tx.query<{ id: number; email: string }>(ownersAndAdmins, [account])
  if (recipients.length === 0) return
  const deliveries = recipients.map(({ id, email }) =>
    newDelivery({
      account,
      kind: 'mail',
      lane: `mail:${notice.kind}:${notice.webhook}:${once}:${id}`,
      endpoint: MAIL_ENDPOINT,
      recipient: email,
      body: { notice },
    }),
  )
  await tx.query(insertDeliveries, [deliveryRows(deliveries), new Date(at), new Date(at), null])
}

/** Writes the mail with a link as a delivery, in the transaction that makes the link. */
export async function writeLinkDelivery(tx: Tx, { account, recipient, notice, at, once }: LinkMail): Promise<void> {
  const lane = `mail:${notice.kind}:${once}`
  const delivery = newDelivery({ account, kind: 'mail', lane, endpoint: MAIL_ENDPOINT, recipient, body: { notice } })
  await tx.query(insertDeliveries, [deliveryRows([delivery]), new Date(at), new Date(at), null])
}

export interface LinkMail {
  readonly account: number
  readonly recipient: string
  readonly notice: LinkNotice
  readonly at: number
  /** Makes its lane unique. */
  readonly once: string
}
