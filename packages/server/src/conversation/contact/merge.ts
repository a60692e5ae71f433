import type { Person } from '@deskbell/rules'
import { CONTACT_FIELDS_MAX } from '@deskbell/protocol/limits'
import { queryInOrder } from '../../db/query-in-order.ts'
import { statement } from '../../db/statement.ts'
import { Invalid } from '../../platform/errors.ts'
import type { ChangedBy, ContactChanges, Locked } from './changes.ts'
import { addEmptyContact } from './erase.ts'
import type { LockedVisitor, StoredContact } from './lock.ts'
import { EDITED_FIELDS, type Edit, type EditedField, type Edits, type OwnField } from './shapes.ts'
import { shownOf, storeContact } from './write.ts'

const moveNotes = statement(
  'contact_move_notes',
  'update contact_note set contact_id = $3 where account_id = $1 and contact_id = $2',
)
const moveTasks = statement(
  'contact_move_tasks',
  'update contact_task set contact_id = $3 where account_id = $1 and contact_id = $2',
)
const moveChanges = statement(
  'contact_move_changes',
  'update contact_change set contact_id = $3 where account_id = $1 and contact_id = $2',
)
const removeContact = statement('contact_remove', 'delete from contact where account_id = $1 and id = $2')
const beginEarlier = statement(
  'contact_begin_earlier',
  'update contact set created_at = least(created_at, $3) where account_id = $1 and id = $2',
)

/** Who wants no mails that ask for a rating, wants none under the other number either. */
const keepWish = statement(
  'contact_keep_wish',
  `update contact c set no_rating_mail_at = coalesce(c.no_rating_mail_at, o.no_rating_mail_at) from contact o
   where c.account_id = $1 and c.id = $2 and o.account_id = $1 and o.id = $3`,
)

/** Which contact's value is shown, by field. */
export type Sides = Readonly<Partial<Record<EditedField, 'this' | 'other'>>>

/** Merges contact `other` into `id`. Resolves with false when one of them does not exist. */
export const mergeContacts = (
  changes: ContactChanges,
  by: ChangedBy,
  pair: { readonly id: number; readonly other: number },
  sides: Sides,
): Promise<boolean> => merge(changes, by, pair, { kind: 'merged', sidesOf: () => sides })

/**
 * Merges contact `other`, which has no visitor, into the contact `id` of a visitor. What agents entered at `other` is
 * shown where they entered nothing at `id`. Resolves with false when one of this is no longer so.
 */
export const linkContact = (
  changes: ContactChanges,
  by: ChangedBy,
  { visitor, ...pair }: { readonly id: number; readonly other: number; readonly visitor: number },
): Promise<boolean> =>
  merge(changes, by, pair, {
    kind: 'linked',
    sidesOf({ into, from, visitors }) {
      const isStill = visitors.every((one) => one.contact === into.id) && visitors.some((one) => one.number === visitor)
      if (!isStill) return undefined
      const fromOther = EDITED_FIELDS.filter((field) => from.edits[field] && !into.edits[field])
      return Object.fromEntries(fromOther.map((field) => [field, 'other' as const]))
    },
  })

interface Merging {
  readonly kind: 'linked' | 'merged'
  /** Undefined: they are not merged. */
  readonly sidesOf: (both: Both) => Sides | undefined
}

function merge(
  changes: ContactChanges,
  by: ChangedBy,
  { id, other: otherId }: { readonly id: number; readonly other: number },
  { kind, sidesOf }: Merging,
): Promise<boolean> {
  return changes.withLocked(by, [id, otherId], async (locked) => {
    const { tx, tools, account, contacts, visitors } = locked
    const [into, from] = [contacts.get(id), contacts.get(otherId)]
    if (!into || !from || into.active === null || from.active === null) return { result: false, written: [] }
    const sides = sidesOf({ into, from, visitors })
    if (!sides) return { result: false, written: [] }
    const fields = joinFields(into.fields, from.fields)
    const edits = chosenEdits({ into, from, visitors }, sides, { by: by.agent, at: tools.now })
    const merged: StoredContact = {
      ...into,
      edits,
      fields,
      external_id: into.external_id ?? from.external_id,
      active: Math.max(into.active, from.active),
    }
    const moved = visitors.filter(({ contact }) => contact === otherId)
    await queryInOrder(tx, moveNotes, [account, otherId, id])
    await queryInOrder(tx, moveTasks, [account, otherId, id])
    await queryInOrder(tx, moveChanges, [account, otherId, id])
    const written = await storeContact(tools, { account, contact: merged, visitors })
    await tx.query(beginEarlier, [account, id, new Date(from.since)])
    await tx.query(keepWish, [account, id, otherId])
    await tx.query(removeContact, [account, otherId])
    const told = EDITED_FIELDS.filter((field) => edits[field] !== into.edits[field])
    await locked.log(id, kind, {
      contact: otherId,
      visitors: moved.map(({ number }) => String(number)),
      fields: told.map((field) => ({ field, from: into[field], to: edits[field]?.value ?? null })),
    })
    locked.changes(otherId)
    return { result: true, written: [written] }
  })
}

/** Fields of both, without a second one of the same title. */
function joinFields(mine: readonly OwnField[], others: readonly OwnField[]): OwnField[] {
  const titles = new Set(mine.map(({ title }) => title.toLowerCase()))
  const all = [...mine, ...others.filter(({ title }) => !titles.has(title.toLowerCase()))]
  if (all.length > CONTACT_FIELDS_MAX)
    throw new Invalid('/other', { reason: 'limit_reached', most: CONTACT_FIELDS_MAX })
  return all
}

interface Both {
  readonly into: StoredContact
  readonly from: StoredContact
  readonly visitors: readonly LockedVisitor[]
}

/** The edits with which every visitor shows the chosen values. A value that all visitors give is no edit. */
function chosenEdits(
  { into, from, visitors }: Both,
  sides: Sides,
  now: { readonly by: Person; readonly at: number },
): Edits {
  const edits: { -readonly [Field in EditedField]?: Edit } = {}
  const visitorsOf = (one: StoredContact) => visitors.filter(({ contact }) => contact === one.id)
  const shown = new Map([into, from].map((one) => [one.id, shownOf(one.edits, visitorsOf(one))]))
  for (const field of EDITED_FIELDS) {
    const [mine, theirs] = [shown.get(into.id)?.[field] ?? null, shown.get(from.id)?.[field] ?? null]
    const side = sides[field] ?? (mine === null ? 'other' : 'this')
    const chosen = side === 'this' ? into : from
    const value = side === 'this' ? mine : theirs
    const known = chosen.edits[field]
    if (known) edits[field] = known
    else if (visitors.some((one) => saidBy(one, field) !== value)) {
      const source = visitorsOf(chosen).find((one) => saidBy(one, field) === value)
      if (value !== null || side === sides[field])
        edits[field] = { value, ...now, ...(source && { of: source.number }) }
    }
  }
  return edits
}

/** What the visitor's channel said, not an edit. */
function saidBy({ conversation: { visitor } }: LockedVisitor, field: EditedField): string | null {
  const { given } = visitor
  return (given && field in given ? given[field] : visitor[field]) ?? null
}

/**
 * Gives a visitor of a contact a contact of their own. Resolves with its number, which is that of the contact for its
 * only visitor; undefined: the contact has no such visitor.
 */
export function takeApart(
  changes: ContactChanges,
  by: ChangedBy,
  { id, visitor: number }: { readonly id: number; readonly visitor: number },
): Promise<number | undefined> {
  return changes.withLocked(by, [id], async (locked) => {
    const { contacts, visitors } = locked
    const contact = contacts.get(id)
    const visitor = visitors.find((one) => one.number === number)
    if (!contact || contact.active === null || !visitor) return { result: undefined, written: [] }
    if (visitors.length === 1) return { result: id, written: [] }
    const apart = await addEmptyContact(locked.tx, locked.account, visitor.since)
    await locked.tx.query(keepWish, [locked.account, apart, id])
    return { result: apart, written: await separate(locked, { contact, visitor, apart }) }
  })
}

interface Separated {
  readonly contact: StoredContact
  readonly visitor: LockedVisitor
  /** The number of the new contact. */
  readonly apart: number
}

async function separate({ tools, account, visitors, log }: Locked, { contact, visitor, apart }: Separated) {
  const { number } = visitor
  const edits: Edits = Object.fromEntries(Object.entries(contact.edits).filter(([, edit]) => edit.of !== number))
  const others = visitors.filter((one) => one !== visitor)
  const kept = await storeContact(tools, { account, contact: { ...contact, edits }, visitors: others })
  const active = visitor.seen ?? visitor.since
  const alone: StoredContact = {
    ...contact,
    id: apart,
    edits: {},
    fields: [],
    external_id: null,
    since: visitor.since,
    active,
  }
  const gone = await storeContact(tools, { account, contact: alone, visitors: [visitor] })
  await log(contact.id, 'taken_apart', { contact: apart, visitors: [String(number)] })
  await log(apart, 'taken_apart', { contact: contact.id, visitors: [String(number)] })
  return [kept, gone]
}
