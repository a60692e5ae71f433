import { withoutPerson } from '@deskbell/rules'
import { ask } from '../db/ask.ts'
import type { Tx } from '../db/db.ts'
import { emptyStatement } from './erase-statements.ts'
import { readEntries } from './read.ts'

/** Entries that are emptied at once. */
const PAGE = 1000

/** Takes what is personal out of a page of a chat's entries, past `after`. `last`: how far it came. */
export async function emptyEntries(
  tx: Tx,
  { account, chat, after }: { account: number; chat: number; after: number },
): Promise<{ last: number; more: boolean }> {
  const { entries, more } = await readEntries(tx, account, chat, { after }, PAGE)
  const emptied = entries.flatMap((entry) => {
    const { n, at: _, ...given } = entry
    const bare = withoutPerson(given)
    if (bare === given) return []
    const { type: __, ...body } = bare
    return [{ n, body }]
  })
  if (emptied.length > 0) await ask(tx, emptyStatement, [account, chat, JSON.stringify(emptied)])
  return { last: entries.at(-1)?.n ?? after, more }
}
