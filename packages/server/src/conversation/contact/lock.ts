import type { Db, Tx } from '../../db/db.ts'
import { queryInOrder } from '../../db/query-in-order.ts'
import { statement } from '../../db/statement.ts'
import { Conversation } from '../commit/draft.ts'
import { readOpen } from '../commit/locked.ts'
import { lockNames } from '../../db/lock-names.ts'
import type { Edits, OwnField } from './shapes.ts'

const visitorsStatement = statement(
  'contact_visitors',
  `select contact_id as contact, number, channel_id as channel, key, seen_at as seen, created_at as since from visitor
   where account_id = $1 and contact_id = any($2::int[]) order by number`,
)
const contactsStatement = statement(
  'contact_lock',
  `select id, edits, fields, external_id, created_at as since, active_at as active, name, email, phone from contact
   where account_id = $1 and id = any($2::int[]) order by id for update`,
)

/** A row of `contact`. */
export interface StoredContact {
  readonly id: number
  readonly edits: Edits
  readonly fields: readonly OwnField[]
  readonly external_id: string | null
  readonly since: number
  /** Null: it is in no list. */
  readonly active: number | null
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
}

interface VisitorRow {
  readonly contact: number
  readonly number: number
  readonly channel: number
  readonly key: string
  readonly seen: number | null
  readonly since: number
}

/** A visitor of a locked contact, with the open chat. */
export interface LockedVisitor extends VisitorRow {
  readonly conversation: Conversation
}

/** Locked contacts with their visitors. */
export interface LockedContacts {
  readonly contacts: ReadonlyMap<number, StoredContact>
  readonly visitors: readonly LockedVisitor[]
}

/**
 * Locks contacts and the conversations of their visitors. No message of these visitors is committed meanwhile, and no
 * other transaction changes, merges or erases them. The conversations come first, as in a commit, which locks its
 * conversations before it writes their contacts.
 */
export async function lockContacts(
  db: Pick<Db, 'kind'>,
  tx: Tx,
  account: number,
  ids: readonly number[],
): Promise<LockedContacts> {
  const read = () => queryInOrder<VisitorRow>(tx, visitorsStatement, [account, ids])
  let rows = await read()
  for (;;) {
    const names = rows.map((row) => new Conversation(account, row.channel, row.key, row.since).lockKey)
    // The embedded database has one connection, so no transaction runs beside this one.
    if (db.kind === 'server' && names.length > 0) await tx.query(lockNames, [names])
    const contacts = await queryInOrder<StoredContact>(tx, contactsStatement, [account, ids])
    const again = db.kind === 'server' ? await read() : rows
    const isSame = JSON.stringify(again.map(idOf)) === JSON.stringify(rows.map(idOf))
    rows = again
    if (!isSame) continue
    const visitors = rows.map((row) => ({
      ...row,
      conversation: new Conversation(account, row.channel, row.key, row.since),
    }))
    if (visitors.length > 0)
      await readOpen(
        tx,
        visitors.map(({ conversation }) => conversation),
      )
    return { contacts: new Map(contacts.map((one) => [one.id, one])), visitors }
  }
}

const idOf = ({ number, key, contact }: VisitorRow) => [number, key, contact]
