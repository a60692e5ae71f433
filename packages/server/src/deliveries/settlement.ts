import type { LeasedDelivery, Settlement } from './delivery.ts'
import type { Attempted } from './handler.ts'

/** How a delivery ends or goes on, where its attempt alone does not say so. */
export type Otherwise = Pick<Settlement, 'state' | 'reason' | 'nextAt'>

/** What is written when a delivery is concluded. `attempted` null: no request was made. */
export function toSettlement(delivery: LeasedDelivery, attempted: Attempted | null, otherwise?: Otherwise): Settlement {
  return {
    account: delivery.account,
    id: delivery.id,
    lane: delivery.lane,
    token: delivery.token,
    state: otherwise?.state ?? (attempted?.record.outcome === 'ok' ? 'done' : 'failed'),
    attempts: attempted?.record.number ?? delivery.attempts,
    status: attempted?.record.status ?? null,
    reason: otherwise?.reason ?? attempted?.record.reason ?? null,
    diagnosis: attempted?.diagnosis ?? null,
    ...(otherwise?.nextAt !== undefined && { nextAt: otherwise.nextAt }),
    attempt: attempted?.record ?? null,
  }
}
