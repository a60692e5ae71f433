import { redact, type Entry, type EntryBody } from '@deskbell/rules'
import { queryInOrder } from '../../db/query-in-order.ts'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

/**
 * Whether the chat was erased. An erasure redacts the entries of a large chat in steps, and readers redact the rest.
 */
export const IS_ERASED = '(select erased_at is not null from chat where account_id = $1 and id = $2) as erased'

const entriesAfter = statement(
  'entries_after',
  `select n, type, at, body, ${IS_ERASED} from entry where account_id = $1 and chat_id = $2 and n > $3 order by n limit $4`,
)
const entriesBefore = statement(
  'entries_before',
  `select n, type, at, body, ${IS_ERASED} from entry where account_id = $1 and chat_id = $2 and n < $3 order by n desc limit $4`,
)

export interface EntryRow {
  n: number
  type: string
  at: number
  body: object
  erased: boolean
}

/** The entries past `after`, oldest first, or the newest ones before `before`. */
export type EntryRange = { readonly after: number } | { readonly before: number }

/** Entries in their order; `more`: there are further ones in the direction of reading. */
export async function readEntries(
  tx: Tx,
  account: number,
  chat: number,
  { limit, ...range }: EntryRange & { readonly limit: number },
): Promise<{ entries: Entry[]; more: boolean }> {
  const forward = 'after' in range
  const rows = forward
    ? await queryInOrder<EntryRow>(tx, entriesAfter, [account, chat, range.after, limit + 1])
    : await queryInOrder<EntryRow>(tx, entriesBefore, [account, chat, range.before, limit + 1])
  const entries = rows.slice(0, limit).map(toEntry)
  return { entries: forward ? entries : entries.toReversed(), more: rows.length > limit }
}

export async function readEntry(tx: Tx, account: number, chat: number, n: number): Promise<Entry | undefined> {
  const { entries } = await readEntries(tx, account, chat, { after: n - 1, limit: 1 })
  return entries[0]?.n === n ? entries[0] : undefined
}

/** The cast is safe: the commit wrote the body of an entry of this type. */
export function toEntry({ n, type, at, body, erased }: EntryRow): Entry {
  let entry = { ...body, type } as EntryBody
  if (erased) entry = redact(entry) // guard T42
  return { ...entry, n, at }
}
