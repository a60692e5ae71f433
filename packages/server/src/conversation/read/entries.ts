import { redact, type Entry, type EntryBody } from '@deskbell/rules'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

/** Erasing empties the entries of a large chat in steps: until it is done with them, readers do not see what is still there. */
export const BARE = '(select erased_at is not null from chat where account_id = $1 and id = $2) as bare'

const entriesAfter = statement(
  'entries_after',
  `select n, type, at, body, ${BARE} from entry where account_id = $1 and chat_id = $2 and n > $3 order by n limit $4`,
)
const entriesBefore = statement(
  'entries_before',
  `select n, type, at, body, ${BARE} from entry where account_id = $1 and chat_id = $2 and n < $3 order by n desc limit $4`,
)

export interface EntryRow {
  n: number
  type: string
  at: number
  body: object
  bare: boolean
}

/** Which entries: those past `after`, oldest first, or the newest ones before `before`. */
export type Stretch = { readonly after: number } | { readonly before: number }

/** Entries in their order; `more` when there are further ones in the direction that was read. */
export async function readEntries(
  tx: Tx,
  account: number,
  chat: number,
  { limit, ...stretch }: Stretch & { readonly limit: number },
): Promise<{ entries: Entry[]; more: boolean }> {
  const forward = 'after' in stretch
  const rows = forward
    ? await ask<EntryRow>(tx, entriesAfter, [account, chat, stretch.after, limit + 1])
    : await ask<EntryRow>(tx, entriesBefore, [account, chat, stretch.before, limit + 1])
  const entries = rows.slice(0, limit).map(toEntry)
  return { entries: forward ? entries : entries.toReversed(), more: rows.length > limit }
}

export async function readEntry(tx: Tx, account: number, chat: number, n: number): Promise<Entry | undefined> {
  const { entries } = await readEntries(tx, account, chat, { after: n - 1, limit: 1 })
  return entries[0]?.n === n ? entries[0] : undefined
}

/** As the log has it: `commit` wrote it, so it is an entry. */
export function toEntry({ n, type, at, body, bare }: EntryRow): Entry {
  let entry = { ...body, type } as EntryBody
  if (bare) entry = redact(entry) // guard T42
  return { ...entry, n, at }
}
