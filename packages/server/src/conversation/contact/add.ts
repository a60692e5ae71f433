import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { takeNumbersOf } from '../commit/numbers.ts'
import type { ChangedBy } from './changes.ts'
import { EDITED_FIELDS, type EditedField, type OwnField } from './shapes.ts'
import { contactWords } from './words.ts'

const addContacts = statement(
  'contacts_add',
  `with given as (
     select * from jsonb_to_recordset($2::jsonb) as r(id int, name text, email text, phone text, edits jsonb, fields jsonb,
       external_id text, words text, change jsonb)),
   added as (
     insert into contact (account_id, id, created_at, active_at, name, email, phone, edits, fields, external_id, words,
       keeps_words)
     select $1, id, $3, $3, name, email, phone, edits, fields, external_id, words::tsvector, true from given
     returning account_id, id)
   insert into contact_change (account_id, contact_id, agent_id, agent_name, at, kind, body)
   select a.account_id, a.id, $4, $5, $3, 'imported', g.change from added a join given g on g.id = a.id`,
)

/** A contact without a visitor, whose values an agent gave. */
export interface NewContact {
  readonly values: Readonly<Partial<Record<EditedField, string>>>
  readonly fields: readonly OwnField[]
  readonly externalId: string | null
}

/** Adds contacts. Returns their numbers, in their order. */
export async function insertContacts(
  tx: Tx,
  { account, agent }: ChangedBy,
  added: readonly NewContact[],
  now: number,
): Promise<number[]> {
  if (added.length === 0) return []
  const numbers = await takeNumbersOf(tx, account, 'contacts', added.length)
  const rows = added.map(({ values, fields, externalId }, place) => {
    const { name = null, email = null, phone = null } = values
    const given = EDITED_FIELDS.flatMap((field) =>
      values[field] === undefined ? [] : [[field, values[field]] as const],
    )
    return {
      id: numbers[place],
      name,
      email,
      phone,
      edits: Object.fromEntries(given.map(([field, value]) => [field, { value, by: agent, at: now }])),
      fields,
      external_id: externalId,
      words: contactWords(account, { texts: [name, email, externalId], phones: [phone], numbers: [] }),
      change: { fields: given.map(([field, to]) => ({ field, from: null, to })) },
    }
  })
  await tx.query(addContacts, [account, JSON.stringify(rows), new Date(now), agent.id, agent.name])
  return numbers
}
