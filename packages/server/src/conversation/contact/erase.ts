import type { Db, Tx } from '../../db/db.ts'
import { queryInOrder } from '../../db/query-in-order.ts'
import { statement } from '../../db/statement.ts'
import { takeNumber } from '../commit/numbers.ts'
import type { PersonalData } from '../erasure/personal-data.ts'
import { showEdits } from './edit.ts'
import { lockContacts, type LockedContacts } from './lock.ts'
import type { Edits } from './shapes.ts'
import { writeShown } from './write.ts'

const contactOf = statement(
  'contact_of_visitor',
  'select contact_id as contact, created_at as since from visitor where account_id = $1 and number = $2',
)
const addContact = statement(
  'contact_add_empty',
  'insert into contact (account_id, id, created_at) values ($1, $2, $3)',
)
const moveVisitor = statement(
  'contact_move_visitor',
  'update visitor set contact_id = $3 where account_id = $1 and number = $2',
)
const clearContact = statement(
  'contact_clear',
  `update contact set name = null, email = null, phone = null, edits = '{}', fields = '[]', external_id = null,
     active_at = null, words = null, keeps_words = false, no_rating_mail_at = null
   where account_id = $1 and id = $2`,
)
const clearNotes = statement(
  'contact_clear_notes',
  'delete from contact_note where account_id = $1 and contact_id = $2',
)
const clearTasks = statement(
  'contact_clear_tasks',
  'delete from contact_task where account_id = $1 and contact_id = $2',
)
const clearChanges = statement(
  'contact_clear_changes',
  'delete from contact_change where account_id = $1 and contact_id = $2',
)
/** Who changed what and when stays; the values may be those of the erased visitor. */
const bareChanges = statement(
  'contact_bare_changes',
  "update contact_change set body = '{}' where account_id = $1 and contact_id = $2",
)

/** A new contact without values, which is in no list. */
export async function addEmptyContact(tx: Tx, account: number, since: number): Promise<number> {
  const id = await takeNumber(tx, account, 'contacts')
  await tx.query(addContact, [account, id, new Date(since)])
  return id
}

/** Removes everything that agents wrote at a contact, and its values. */
export async function emptyContact(tx: Tx, account: number, id: number): Promise<void> {
  await tx.query(clearContact, [account, id])
  await queryInOrder(tx, clearNotes, [account, id])
  await queryInOrder(tx, clearTasks, [account, id])
  await queryInOrder(tx, clearChanges, [account, id])
}

/**
 * What a contact has of an erased visitor. With the last visitor everything at the contact is removed. Else the visitor
 * leaves the contact, with the edits that came from them and the values in the list of changes; notes and tasks stay.
 */
export const contactData = (db: Pick<Db, 'kind'>): PersonalData => ({
  async removeAtOnce(tx, { account, visitor, withVisitor }) {
    if (!withVisitor) return {}
    const [row] = await queryInOrder<{ contact: number; since: number }>(tx, contactOf, [account, visitor])
    if (!row) return {}
    const locked = await lockContacts(db, tx, account, [row.contact])
    const others = locked.visitors.filter(({ number }) => number !== visitor)
    if (others.length === 0) await emptyContact(tx, account, row.contact)
    else {
      await tx.query(moveVisitor, [account, visitor, await addEmptyContact(tx, account, row.since)])
      await keepOthers(tx, account, { ...locked, visitors: others }, visitor)
    }
    return {}
  },
})

async function keepOthers(
  tx: Tx,
  account: number,
  { contacts, visitors }: LockedContacts,
  gone: number,
): Promise<void> {
  for (const contact of contacts.values()) {
    const edits: Edits = Object.fromEntries(Object.entries(contact.edits).filter(([, edit]) => edit.of !== gone))
    for (const { conversation } of visitors) showEdits(conversation, edits)
    await writeShown(tx, { account, contact: { ...contact, edits }, visitors })
    await queryInOrder(tx, bareChanges, [account, contact.id])
  }
}
