import { queryInOrder } from '../../db/query-in-order.ts'
import type { Tx } from '../../db/db.ts'
import type { LeasedDelivery } from '../../deliveries/delivery.ts'
import { promoteLanes } from '../../deliveries/removal.ts'
import type { ErasureRow } from './erasure-row.ts'
import { progressStatement } from './statements.ts'
import type { Step } from './step.ts'

/** The erasure after a transaction, and what the caller must do after the commit. */
export interface StepResult {
  readonly row: ErasureRow
  /** Files whose bytes are to be removed. */
  readonly files: readonly string[]
  /** Deliveries that became the first of their lanes, leased with the token. */
  readonly leased: readonly LeasedDelivery[]
}

export interface StepOptions {
  readonly steps: readonly Step[]
  /** How many rows are removed or redacted at most. */
  readonly most: number
  readonly now: number
  readonly token: string
}

/**
 * Performs steps until the limit is reached or the erasure has ended, and stores the position. An erasure whose step is
 * unknown, because another version of the server had it, starts at the first step again: each step removes what is
 * there. The caller has locked the erasure's row.
 */
export async function performSteps(
  tx: Tx,
  given: ErasureRow,
  { steps, most, now, token }: StepOptions,
): Promise<StepResult> {
  const row = { ...given }
  const [files, lanes]: [string[], string[]] = [[], []]
  let index = Math.max(
    0,
    steps.findIndex(({ name }) => name === row.step),
  )
  for (let left = most; left > 0 && index < steps.length;) {
    const performed = await steps[index]!.perform(tx, row, left)
    Object.assign(row, performed.position)
    row.done += performed.rows
    left -= performed.used ?? performed.rows
    files.push(...(performed.files ?? []))
    lanes.push(...(performed.lanes ?? []))
    if (left > 0) index++
  }
  row.files += files.length
  const isOver = index === steps.length
  if (isOver) row.finished_at = now
  row.step = steps[Math.min(index, steps.length - 1)]?.name ?? row.step
  const { account_id: account, id, step, place, after, done } = row
  await queryInOrder(tx, progressStatement, [account, id, step, place, after, done, row.files, isOver])
  return { row, files, leased: await promoteLanes(tx, account, lanes, { now, token }) }
}
