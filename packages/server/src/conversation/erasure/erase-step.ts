import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/db.ts'
import type { Statement } from '../../db/statement.ts'
import type { LeasedDelivery } from '../../deliveries/delivery.ts'
import { LEASE } from '../../deliveries/policy.ts'
import { toLeased, type DeliveryRow } from '../../deliveries/rows.ts'
import { promoteStatement } from '../../deliveries/statements.ts'
import { emptyEntries } from './redact-entries.ts'
import {
  forgetAttempts,
  forgetDeliveries,
  forgetEvents,
  forgetFiles,
  eraseUndelivered,
  steppedStatement,
} from './statements.ts'

/**
 * The steps in order: pending deliveries first, then data that others can still read, and last what readers already see
 * redacted.
 */
const STEPS = ['owed', 'events', 'files', 'deliveries', 'entries', 'end'] as const
type Step = (typeof STEPS)[number]

/** A row of `erasure`. */
export interface ErasureRow {
  account_id: number
  id: number
  channel_id: number
  visitor_number: number
  whole: boolean
  chats: number[]
  step: Step
  /** The position of the step `entries`: the index in `chats`, and the last entry processed. */
  place: number
  after: number
  done: number
  total: number
  files: number
  finished_at: number | null
}

export interface Gone {
  id: number
  lane: string
}

/** What the caller must do after the commit. */
export interface Stepped {
  readonly row: ErasureRow
  readonly files: readonly string[]
  readonly held: readonly LeasedDelivery[]
}

/** Removes or redacts at most `most` rows and stores the position. The caller has locked the erasure's row. */
export async function stepOn(
  tx: Tx,
  given: ErasureRow,
  { most, now, token }: { most: number; now: number; token: string },
): Promise<Stepped> {
  const row = { ...given }
  const files: string[] = []
  const lanes = new Set<string>()
  let left = most

  const remove = async <R>(statement: Statement): Promise<R[]> => {
    const gone = await ask<R>(tx, statement, [row.account_id, row.chats, left])
    row.done += gone.length
    left -= gone.length
    return gone
  }
  const removeDeliveries = async (statement: Statement): Promise<void> => {
    const gone = await remove<Gone>(statement)
    if (gone.length > 0) await ask(tx, forgetAttempts, [row.account_id, gone.map(({ id }) => id)])
    for (const { lane } of gone) lanes.add(lane)
  }
  const work: Record<Step, () => Promise<unknown>> = {
    owed: () => removeDeliveries(eraseUndelivered),
    events: () => remove(forgetEvents),
    async files() {
      for (const { id } of await remove<{ id: string }>(forgetFiles)) files.push(id)
      row.files = given.files + files.length
    },
    deliveries: () => removeDeliveries(forgetDeliveries),
    async entries() {
      while (left > 0 && row.place < row.chats.length) {
        const chat = row.chats[row.place] ?? 0
        const page = await emptyEntries(tx, { account: row.account_id, chat, after: row.after, most: left })
        row.done += page.read
        left -= Math.max(1, page.read)
        if (page.more) row.after = page.last
        else [row.place, row.after] = [row.place + 1, 0]
      }
    },
    // A request that was copying a delivery held its row, so the copy exists by now.
    end: () => removeDeliveries(forgetDeliveries),
  }

  let over = false
  while (left > 0 && !over) {
    await work[row.step]()
    const next = STEPS[STEPS.indexOf(row.step) + 1]
    if (left <= 0) break
    if (next) row.step = next
    else over = true
  }
  if (over) row.finished_at = now
  const { account_id: account, id, step, place, after, done } = row
  await ask(tx, steppedStatement, [account, id, step, place, after, done, row.files, over])
  const freed = [...lanes]
  const lease = [new Date(now), new Date(now + LEASE), token]
  const rows =
    freed.length > 0 ? await ask<DeliveryRow>(tx, promoteStatement, [freed.map(() => account), freed, ...lease]) : []
  return { row, files, held: toLeased(rows) }
}
