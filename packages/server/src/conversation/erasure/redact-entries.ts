import { redact, type EntryBody } from '@deskbell/rules'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/db.ts'
import { emptyStatement, storedEntries } from './statements.ts'

/** Redacts at most `most` of a chat's entries, past `after`. `last` is the last entry read. */
export async function emptyEntries(
  tx: Tx,
  { account, chat, after, most }: { account: number; chat: number; after: number; most: number },
): Promise<{ read: number; last: number; more: boolean }> {
  const rows = await ask<{ n: number; type: string; body: object }>(tx, storedEntries, [account, chat, after, most])
  const emptied = rows.flatMap(({ n, type, body: stored }) => {
    const given = { ...stored, type } as EntryBody
    const bare = redact(given)
    if (bare === given) return []
    const { type: _, ...body } = bare
    return [{ n, body }]
  })
  if (emptied.length > 0) await ask(tx, emptyStatement, [account, chat, JSON.stringify(emptied)])
  return { read: rows.length, last: rows.at(-1)?.n ?? after, more: rows.length === most }
}
