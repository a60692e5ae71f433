import { decide, type Entry, type Person } from '@deskbell/rules'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { deliveryRows, toLeased, type DeliveryRow } from '../../deliveries/rows.ts'
import type { LeasedDelivery, NewDelivery } from '../../deliveries/delivery.ts'
import { LEASE } from '../../deliveries/policy.ts'
import { insertDeliveries } from '../../deliveries/statements.ts'
import { profileOf } from '../commit/deciding.ts'
import type { ChangedChat } from '../commit/input.ts'
import { writeChats, writeEntries } from '../commit/statements.ts'
import { chatRow, entryRow } from '../commit/writing.ts'
import { showEdits } from './edit.ts'
import type { LockedVisitor, StoredContact } from './lock.ts'
import { EDITED_FIELDS, type EditedField, type Edits } from './shapes.ts'
import { contactWords } from './words.ts'

const writeContact = statement(
  'contact_write',
  `update contact set edits = $3::jsonb, fields = $4::jsonb, external_id = $5, name = $6, email = $7, phone = $8,
     words = $9::tsvector, keeps_words = $10, active_at = coalesce($11::timestamptz, active_at)
   where account_id = $1 and id = $2`,
)
const showStatement = statement(
  'contact_show',
  `update visitor v set contact_id = $2, name = r.name, email = r.email, phone = r.phone, given = r.given
   from jsonb_to_recordset($3::jsonb) as r(number int, name text, email text, phone text, given jsonb)
   where v.account_id = $1 and v.number = r.number`,
)
const closedChats = statement(
  'contact_closed_chats',
  `select v.number, c.id as chat, (c.state->>'last')::int as last from unnest($2::int[]) as v(number)
   join lateral (select id, state from chat where account_id = $1 and visitor_number = v.number and closed_at is not null
     and erased_at is null order by id desc limit 1) c on true`,
)

/** The newest closed chat of a visitor whose shown values an agent changed. */
export interface EditedVisitor {
  readonly account: number
  readonly channel: number
  readonly key: string
  readonly number: number
  readonly chat: number
  /** Its newest entry. */
  readonly last: number
}

/** A contact as it is to be stored, with all its visitors. */
export interface ContactToWrite {
  readonly account: number
  readonly contact: StoredContact
  readonly visitors: readonly LockedVisitor[]
}

export interface WriteTools {
  readonly tx: Tx
  readonly now: number
  readonly agent: Person
  readonly token: string
  readonly tellsChanges: (account: number, channel: number) => boolean
  /** Deliveries that follow for a visitor with a closed chat, from the modules. */
  readonly whenEdited: (visitor: EditedVisitor) => readonly NewDelivery[]
}

/** What the caller announces after the commit. */
export interface ContactWritten {
  readonly news: readonly ChangedChat[]
  readonly leased: readonly LeasedDelivery[]
}

/** Writes a locked contact, shows its edits at its visitors, and tells their open chats. */
export async function storeContact(
  tools: WriteTools,
  { account, contact, visitors }: ContactToWrite,
): Promise<ContactWritten> {
  const { tx, now, token } = tools
  const news: ChangedChat[] = []
  const written: LockedVisitor[] = []
  for (const visitor of visitors) {
    const { conversation } = visitor
    const before = profileOf(conversation)
    const entries = showAndTell(tools, visitor, contact.edits)
    const { open } = conversation
    const isChanged = JSON.stringify(before) !== JSON.stringify(profileOf(conversation))
    if (isChanged) written.push(visitor)
    conversation.contact = contact.id
    if (open?.id != null && (isChanged || entries.length > 0))
      news.push({ account, chat: open.id, state: open.state, visitor: conversation.facts(), entries })
  }
  await writeChatsOf(tx, visitors)
  await writeShown(tx, { account, contact, visitors })
  const leased = await deliver(tools, account, written, { now, token })
  return { news, leased }
}

/** Shows the edits at one visitor. Returns the entries of their open chat. */
function showAndTell({ now, agent, tellsChanges }: WriteTools, { conversation }: LockedVisitor, edits: Edits): Entry[] {
  const known = profileOf(conversation)
  showEdits(conversation, edits)
  const { open, account, channel } = conversation
  if (!open) return []
  const { name, email, phone } = profileOf(conversation)
  const profile = {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
  }
  const facts = { now, known, bot: null, available: false, tellsChanges: tellsChanges(account, channel) }
  const bodies = decide(open.state, { type: 'agent.edit', agent, profile }, facts)
  return 'refused' in bodies ? [] : open.append(bodies, now)
}

async function writeChatsOf(tx: Tx, visitors: readonly LockedVisitor[]): Promise<void> {
  const made = visitors.flatMap(({ conversation }) => {
    const { open } = conversation
    return open?.changed ? [{ draft: open, conversation }] : []
  })
  if (made.length === 0) return
  await tx.query(writeChats, [JSON.stringify(made.map(({ draft, conversation }) => chatRow([draft, conversation])))])
  const entries = made.flatMap(({ draft, conversation }) =>
    draft.entries.map((entry) => entryRow({ draft, conversation, entry })),
  )
  await tx.query(writeEntries, [JSON.stringify(entries)])
}

/** Writes the contact's row with the values that lists show, and what is shown of its visitors. */
export async function writeShown(tx: Tx, { account, contact, visitors }: ContactToWrite): Promise<void> {
  const { id, edits, fields, external_id: external, active } = contact
  const shown = shownOf(edits, visitors)
  const said = visitors.map(({ conversation: { visitor } }) => visitor)
  const words = contactWords(account, {
    texts: [
      ...[shown.name, shown.email, external],
      ...said.flatMap(({ name, email, given }) => [name, email, given?.name ?? null, given?.email ?? null]),
      ...visitors.map(({ key }) => key),
    ],
    phones: [shown.phone, ...said.flatMap(({ phone, given }) => [phone, given?.phone ?? null])],
    numbers: visitors.map(({ number }) => number),
  })
  const values = [JSON.stringify(edits), JSON.stringify(fields), external, shown.name, shown.email, shown.phone, words]
  const keepsWords = visitors.length > 1 || external !== null || Object.keys(edits).length > 0
  if (visitors.length > 0) await tx.query(showStatement, [account, id, JSON.stringify(visitors.map(shownRow))])
  await tx.query(writeContact, [account, id, ...values, keepsWords, active === null ? null : new Date(active)])
}

const shownRow = ({ number, conversation: { visitor } }: LockedVisitor) => {
  const { name, email, phone, given } = visitor
  return { number, name, email, phone, given }
}

/** The values that lists show: the edit, else what the visitor seen last gave. */
export function shownOf(edits: Edits, visitors: readonly LockedVisitor[]): Record<EditedField, string | null> {
  const newestFirst = visitors.toSorted((a, b) => (b.seen ?? b.since) - (a.seen ?? a.since))
  const of = (field: EditedField): string | null => {
    const edit = edits[field]
    if (edit) return edit.value
    return (
      newestFirst.find(({ conversation }) => conversation.visitor[field] !== null)?.conversation.visitor[field] ?? null
    )
  }
  const [name, email, phone] = EDITED_FIELDS.map(of)
  return { name: name ?? null, email: email ?? null, phone: phone ?? null }
}

async function deliver(
  { tx, whenEdited }: WriteTools,
  account: number,
  edited: readonly LockedVisitor[],
  { now, token }: { now: number; token: string },
): Promise<readonly LeasedDelivery[]> {
  if (edited.length === 0) return []
  const byNumber = new Map(edited.map((one) => [one.number, one]))
  const closed = await tx.query<{ number: number; chat: number; last: number }>(closedChats, [
    account,
    [...byNumber.keys()],
  ])
  const deliveries = closed.flatMap((one) => {
    const visitor = byNumber.get(one.number)
    return visitor ? whenEdited({ account, ...one, channel: visitor.channel, key: visitor.key }) : []
  })
  if (deliveries.length === 0) return []
  const rows = await tx.query<DeliveryRow>(insertDeliveries, [
    deliveryRows(deliveries),
    new Date(now),
    new Date(now + LEASE),
    token,
  ])
  return toLeased(rows)
}
