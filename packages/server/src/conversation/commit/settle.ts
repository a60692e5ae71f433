import type { Db } from '../../db/db.ts'
import { InDoubt } from '../../db/errors.ts'
import { coalesce } from '../../db/coalesce.ts'
import type { HeldDelivery, Settlement } from '../../deliveries/delivery.ts'
import { LEASE } from '../../deliveries/policy.ts'
import {
  attemptRows,
  attemptsStatement,
  heldByStatement,
  promoteStatement,
  settleHeldStatement,
  settleRows,
  toHeld,
  type DeliveryRow,
} from '../../deliveries/rows.ts'
import { lockConversations } from './statements.ts'

export interface SettleTools {
  readonly db: Db
  readonly now: () => number
  readonly uuid: () => string
  readonly onHeld: (held: readonly HeldDelivery[]) => void
}

export interface Settling {
  readonly settlement: Settlement
  /** Of the conversation its lane belongs to (`nameOf`); null for a lane that nothing is ever put into. */
  readonly conversation: string | null
}

/** Ends a delivery. Resolves with false when somebody else holds its lease by now. */
export type Settle = (settling: Settling) => Promise<boolean>

/**
 * Ends deliveries of which the chat hears nothing, many in one transaction, beside the commit. What is the first of a
 * lane changes under the same lock as there, on the name of the conversation.
 */
export function makeSettle({ db, now, uuid, onHeld }: SettleTools): Settle {
  return coalesce(async (all: readonly Settling[]) => {
    const at = new Date(now())
    const leaseEnd = new Date(now() + LEASE)
    const token = uuid()
    const settlements = all.map(({ settlement }) => settlement)
    const names = [...new Set(all.flatMap(({ conversation }) => conversation ?? []))]
    // Not the commit's own connection: nobody waits for this.
    const done = db.transaction(async (tx) => {
      if (db.kind === 'server' && names.length > 0) await tx.query(lockConversations, [names])
      const values = [settleRows(settlements), at]
      const settled = await tx.query<{ account_id: number; id: number }>(settleHeldStatement, values)
      const stands = new Set(settled.map((row) => `${row.account_id}:${row.id}`))
      const ours = settlements.filter(({ account, id }) => stands.has(`${account}:${id}`))
      if (ours.length === 0) return { stands, held: [] }
      const attempts = ours.flatMap(({ account, id, attempt }) =>
        attempt ? [{ account, delivery: id, record: attempt }] : [],
      )
      const lanes = [ours.map(({ account }) => account), ours.map(({ lane }) => lane)]
      const [rows] = await Promise.all([
        tx.query<DeliveryRow>(promoteStatement, [...lanes, at, leaseEnd, token]),
        attempts.length > 0 && tx.query(attemptsStatement, [attemptRows(attempts)]),
      ])
      return { stands, held: toHeld(rows) }
    })
    const { stands, held } = await done.catch(async (error: unknown) => {
      // If it took place, what it promoted is held by this token, and nobody else would know.
      if (error instanceof InDoubt)
        onHeld(toHeld(await db.query<DeliveryRow>(heldByStatement, [token]).catch(() => [])))
      throw error
    })
    onHeld(held)
    return settlements.map(({ account, id }) => stands.has(`${account}:${id}`))
  })
}
