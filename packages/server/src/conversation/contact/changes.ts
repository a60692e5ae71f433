import type { Person } from '@deskbell/rules'
import type { Db, Tx } from '../../db/db.ts'
import { retrySerialization } from '../../db/retry.ts'
import { statement } from '../../db/statement.ts'
import type { LeasedDelivery, NewDelivery } from '../../deliveries/delivery.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { ChatEvents } from '../../realtime/chat-events.ts'
import { lockContacts, type LockedVisitor, type StoredContact } from './lock.ts'
import { EDITED_FIELDS, type Edit, type EditedField, type Edits, type OwnField } from './shapes.ts'
import { storeContact, type ContactWritten, type EditedVisitor, type WriteTools } from './write.ts'

const writeChange = statement(
  'contact_change_write',
  `insert into contact_change (account_id, contact_id, agent_id, agent_name, at, kind, body)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb)`,
)

/** A change of a contact by an agent. Fields that are left out stay. */
export interface ContactChange {
  /** New values; null removes the shown value. */
  readonly values?: Partial<Record<EditedField, string | null>>
  /** Fields that show again what the visitors give. */
  readonly reset?: readonly EditedField[]
  readonly fields?: readonly OwnField[]
  readonly externalId?: string | null
}

/** Who changes which contact. */
export interface ChangedBy {
  readonly account: number
  readonly agent: Person
}

export interface ContactTools {
  readonly db: Db
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly chatEvents: Pick<ChatEvents, 'committed'>
  readonly onLeased: (leased: readonly LeasedDelivery[]) => void
  readonly tellsChanges: (account: number, channel: number) => boolean
  readonly whenEdited: (visitor: EditedVisitor) => readonly NewDelivery[]
  /** Called after the commit with the contacts that were changed. */
  readonly onChanged: (account: number, contacts: readonly number[]) => void
}

/** A contact that is locked in a transaction. */
export interface Locked {
  readonly tx: Tx
  readonly tools: WriteTools
  readonly account: number
  readonly contacts: ReadonlyMap<number, StoredContact>
  readonly visitors: readonly LockedVisitor[]
  /** The contact is announced as changed. Those of `log` are anyway. */
  changes(contact: number): void
  /** Records what the agent did. */
  log(contact: number, kind: ContactEventKind, body: object): Promise<void>
}

export type ContactEventKind = 'edited' | 'merged' | 'linked' | 'taken_apart' | 'imported'

/** Changes of contacts. Every change is written in one transaction with the entries of the open chats. */
export interface ContactChanges {
  /** Resolves with undefined when there is no such contact. */
  change(
    by: ChangedBy,
    contact: number,
    change: ContactChange,
    kind?: 'edited' | 'imported',
  ): Promise<'changed' | 'same' | undefined>
  /** Runs `act` with these contacts locked, and announces what it wrote. */
  withLocked<T>(
    by: ChangedBy,
    contacts: readonly number[],
    act: (locked: Locked) => Promise<{ readonly result: T; readonly written: readonly ContactWritten[] }>,
  ): Promise<T>
}

/** Makes the changes of contacts that agents request. */
export function makeContactChanges(parts: ContactTools): ContactChanges {
  const { db, clock, ids, chatEvents, onLeased, tellsChanges, whenEdited, onChanged } = parts

  const withLocked: ContactChanges['withLocked'] = async ({ account, agent }, contacts, act) => {
    const changed = new Set<number>()
    const { result, written } = await retrySerialization(() =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const tools = { tx, now, agent, token: ids.uuid(), tellsChanges, whenEdited }
        const locked = await lockContacts(db, tx, account, contacts)
        return act({
          tx,
          tools,
          account,
          ...locked,
          changes: (contact) => void changed.add(contact),
          async log(contact, kind, body) {
            changed.add(contact)
            await tx.query(writeChange, [
              account,
              contact,
              agent.id,
              agent.name,
              new Date(now),
              kind,
              JSON.stringify(body),
            ])
          },
        })
      }),
    )
    for (const { news, leased } of written) {
      chatEvents.committed(news)
      onLeased(leased)
    }
    if (changed.size > 0) onChanged(account, [...changed])
    return result
  }

  return {
    withLocked,
    change: (by, id, change, kind = 'edited') =>
      withLocked(by, [id], async ({ tools, account, contacts, visitors, log }) => {
        const contact = contacts.get(id)
        if (!contact || contact.active === null) return { result: undefined, written: [] }
        const edits = editsAfter(contact, change, visitors, { by: by.agent, at: tools.now })
        const fields = change.fields ?? contact.fields
        const external = change.externalId === undefined ? contact.external_id : change.externalId
        const after: StoredContact = { ...contact, edits, fields, external_id: external }
        const told = toldOf(contact, after)
        if (told.length === 0) return { result: 'same' as const, written: [] }
        const written = await storeContact(tools, { account, contact: after, visitors })
        await log(id, kind, { fields: told })
        return { result: 'changed' as const, written: [written] }
      }),
  }
}

/** The edits after a change. A value that is shown already is no edit. */
function editsAfter(
  contact: StoredContact,
  { values = {}, reset = [] }: ContactChange,
  visitors: readonly LockedVisitor[],
  { by, at }: Pick<Edit, 'by' | 'at'>,
): Edits {
  const edits: { -readonly [Field in EditedField]?: Edit } = { ...contact.edits }
  for (const field of EDITED_FIELDS) {
    if (reset.includes(field)) delete edits[field]
    const value = values[field]
    if (value === undefined) continue
    const isShown = visitors.length > 0 && visitors.every(({ conversation }) => conversation.visitor[field] === value)
    if (value === (edits[field]?.value ?? null) && edits[field]) continue
    if (isShown || (value === null && visitors.length === 0)) continue
    edits[field] = { value, by, at }
  }
  if (visitors.length === 0) for (const field of EDITED_FIELDS) if (values[field] === null) delete edits[field]
  return edits
}

/** The names of the fields that differ. */
function toldOf(
  before: StoredContact,
  after: StoredContact,
): { field: string; from?: string | null; to?: string | null }[] {
  const own = (one: StoredContact) => new Map(one.fields.map(({ title, content }) => [title, content]))
  const [had, has] = [own(before), own(after)]
  return [
    ...EDITED_FIELDS.flatMap((field) => {
      const [from, to] = [before.edits[field], after.edits[field]]
      if (from?.value === to?.value && Boolean(from) === Boolean(to)) return []
      return [{ field, from: from ? from.value : before[field], ...(to && { to: to.value }) }]
    }),
    ...(before.external_id === after.external_id
      ? []
      : [{ field: 'externalId', from: before.external_id, to: after.external_id }]),
    ...[...new Set([...had.keys(), ...has.keys()])].flatMap((title) => {
      const [from, to] = [had.get(title) ?? null, has.get(title) ?? null]
      return from === to ? [] : [{ field: title, own: true, from, to }]
    }),
  ]
}
