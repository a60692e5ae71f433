import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'

/** The endpoint of all mail, which therefore shares one limit. */
export const MAIL_ENDPOINT = 'mail'

/** A notice about a webhook to the owners and admins of its account. */
export interface Notice {
  readonly kind: 'webhook_failing' | 'webhook_disabled'
  readonly webhook: number
  readonly name: string
  readonly reason: string
}

/** One mail for each owner and admin, due at once; the next sweep finds it. */
const insertDeliveries = statement(
  'mail_owe',
  `insert into delivery (account_id, kind, lane, endpoint, recipient, body, state, first_at, next_at, created_at)
   select $1, 'mail', $2 || ':' || a.id, $3, a.email, $4::jsonb, 'due', $5, $5, $5
   from agent a where a.account_id = $1 and a.role in ('owner', 'admin') and a.deleted_at is null`,
)

/**
 * Writes a notice to every owner and admin as deliveries, in the transaction that causes it. `once` makes its lanes
 * unique.
 */
export async function writeNoticeDeliveries(
  tx: Tx,
  { account, notice, at, once }: { account: number; notice: Notice; at: number; once: string },
): Promise<void> {
  const lane = `mail:${notice.kind}:${notice.webhook}:${once}`
  await tx.query(insertDeliveries, [account, lane, MAIL_ENDPOINT, JSON.stringify({ notice }), new Date(at)])
}
