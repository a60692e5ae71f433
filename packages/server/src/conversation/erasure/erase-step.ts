import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/db.ts'
import type { Statement } from '../../db/statement.ts'
import type { LeasedDelivery } from '../../deliveries/delivery.ts'
import { LEASE } from '../../deliveries/policy.ts'
import { promoteStatement, toLeased, type DeliveryRow } from '../../deliveries/rows.ts'
import { emptyEntries } from './redact-entries.ts'
import {
  forgetAttempts,
  forgetDeliveries,
  forgetEvents,
  forgetFiles,
  eraseUndelivered,
  steppedStatement,
} from './statements.ts'

/** In this order: first what would still be sent, then what can be read elsewhere, at last what readers do not see any more. */
const STEPS = ['owed', 'events', 'files', 'deliveries', 'entries', 'end'] as const
type Step = (typeof STEPS)[number]

/** An erasure as its row has it. */
export interface ErasureRow {
  account_id: number
  id: number
  channel_id: number
  visitor_number: number
  whole: boolean
  chats: number[]
  step: Step
  /** Of the entries: the place in `chats`, and the entry after which it goes on. */
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

/** What the caller does once the transaction is committed. */
export interface Stepped {
  readonly row: ErasureRow
  readonly files: readonly string[]
  readonly held: readonly LeasedDelivery[]
}

/** Removes or empties at most `most` rows, and notes how far it came. The caller holds the erasure's row. */
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
    // Whoever was sending one again had it locked, and the copy is there by now.
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
