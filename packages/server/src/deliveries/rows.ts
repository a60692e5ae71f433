import type { AttemptRecord, LeasedDelivery, NewDelivery, Settlement } from './delivery.ts'
import { LEASE } from './policy.ts'
import type { Retry } from './retries.ts'
import { ASIDE } from './statements.ts'

/** A row that a statement of deliveries returns (`statements.ts`). */
export interface DeliveryRow {
  account_id: number
  id: number
  kind: string
  lane: string
  endpoint: string
  channel_id: number | null
  bot_id: number | null
  webhook_id: number | null
  event_n: number | null
  chat_id: number | null
  entry_n: number | null
  recipient: string | null
  body: unknown
  replay_of: number | null
  attempts: number
  crashes: number
  created_at: number
  first_at: number | null
  next_at: number | null
  token: string | null
  trace: string | null
  /** Of a claimed row: its lease had expired. */
  lapsed?: boolean
}

/**
 * The leased ones of the rows that a statement of deliveries returned. Each of these statements sets the end of the lease to
 * LEASE after the caller's time.
 */
export function toLeased(rows: readonly DeliveryRow[]): LeasedDelivery[] {
  const leased: LeasedDelivery[] = []
  for (const row of rows) {
    if (row.token === null || row.next_at === null || row.first_at === null) continue
    leased.push({
      account: row.account_id,
      id: row.id,
      kind: row.kind,
      lane: row.lane,
      endpoint: row.endpoint,
      channel: row.channel_id,
      bot: row.bot_id,
      webhook: row.webhook_id,
      event: row.event_n,
      chat: row.chat_id,
      of: row.entry_n,
      recipient: row.recipient,
      body: row.body,
      replayOf: row.replay_of,
      attempts: row.attempts,
      crashes: row.crashes,
      createdAt: row.created_at,
      firstAt: row.first_at,
      token: row.token,
      trace: row.trace ?? undefined,
      leaseEnd: row.next_at,
      verifiedAt: row.next_at - LEASE,
    })
  }
  return leased
}

/** Names one lease. A process may hold a stale lease of a delivery beside a newer one, so the id alone is not enough. */
export const leaseKeyOf = ({ id, token }: Pick<LeasedDelivery, 'id' | 'token'>): string => `${id}:${token}`

export function deliveryRows(deliveries: readonly NewDelivery[]): string {
  return JSON.stringify(
    deliveries.map((d, place) => ({
      place,
      account_id: d.account,
      kind: d.kind,
      lane: d.lane,
      endpoint: d.endpoint,
      channel_id: d.channel,
      bot_id: d.bot,
      webhook_id: d.webhook,
      event_n: d.event,
      chat_id: d.chat,
      entry_n: d.of,
      recipient: d.recipient,
      body: d.body,
      ...(d.trace !== undefined && { trace: d.trace }),
    })),
  )
}

export function settleRows(settlements: readonly Settlement[]): string {
  return JSON.stringify(
    settlements.map((s) => ({
      account_id: s.account,
      id: s.id,
      token: s.token,
      state: s.state,
      attempts: s.attempts,
      status: s.status,
      reason: s.reason,
      diagnosis: s.diagnosis,
      next_at: s.nextAt === undefined ? null : new Date(s.nextAt),
    })),
  )
}

export function retryRows(retries: readonly Retry[]): string {
  return JSON.stringify(
    retries.map(({ delivery, record, at, held }) => ({
      account_id: delivery.account,
      id: delivery.id,
      token: delivery.token,
      attempts: record.number,
      status: record.status,
      reason: record.reason,
      next_at: new Date(at),
      held,
    })),
  )
}

export function attemptRows(attempts: readonly { account: number; delivery: number; record: AttemptRecord }[]): string {
  return JSON.stringify(
    attempts.map(({ account, delivery, record }) => ({
      account_id: account,
      delivery_id: delivery,
      number: record.number,
      at: record.at,
      ms: Math.round(record.ms),
      outcome: record.outcome,
      status: record.status,
      reason: record.reason,
      request: record.request,
      response: record.response,
    })),
  )
}

/** Whether the delivery has a lane of its own already (see `settleStatement`). */
export function isAside({ lane, id }: LeasedDelivery): boolean {
  return lane.endsWith(`${ASIDE}${id}`)
}
