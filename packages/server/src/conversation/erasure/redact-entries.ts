import { redact, type EntryBody } from '@deskbell/rules'
import { queryInOrder } from '../../db/query-in-order.ts'
import type { Tx } from '../../db/db.ts'
import type { ErasureRow } from './erasure-row.ts'
import { redactStatement, storedEntries } from './statements.ts'
import type { Performed } from './step.ts'

/** Redacts at most `most` entries from the stored position on. A chat without entries counts as one. */
export async function redactEntries(tx: Tx, row: ErasureRow, most: number): Promise<Performed> {
  const { account_id: account, chats } = row
  let { place, after } = row
  let [rows, used] = [0, 0]
  while (used < most && place < chats.length) {
    const page = await redactPage(tx, { account, chat: chats[place] ?? 0, after, most: most - used })
    rows += page.read
    used += Math.max(1, page.read)
    if (page.more) after = page.last
    else [place, after] = [place + 1, 0]
  }
  return { rows, used, position: { place, after } }
}

/** Redacts at most `most` of a chat's entries, past `after`. `last` is the last entry read. */
async function redactPage(
  tx: Tx,
  { account, chat, after, most }: { account: number; chat: number; after: number; most: number },
): Promise<{ read: number; last: number; more: boolean }> {
  const rows = await queryInOrder<{ n: number; type: string; body: object }>(tx, storedEntries, [
    account,
    chat,
    after,
    most,
  ])
  const redacted = rows.flatMap(({ n, type, body: stored }) => {
    const given = { ...stored, type } as EntryBody
    const bare = redact(given)
    if (bare === given) return []
    const { type: _, ...body } = bare
    return [{ n, body }]
  })
  if (redacted.length > 0) await queryInOrder(tx, redactStatement, [account, chat, JSON.stringify(redacted)])
  return { read: rows.length, last: rows.at(-1)?.n ?? after, more: rows.length === most }
}
