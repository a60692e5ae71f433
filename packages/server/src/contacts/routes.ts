import type { ContactChangeBody, OwnField } from '@deskbell/protocol/agent/contact'
import { CONTACT_ROUTES } from '@deskbell/protocol/agent/routes/contacts'
import { scopeOf } from '../agent-api/access.ts'
import type { Api } from '../agent-api/add-routes.ts'
import { toEarlier } from '../agent-api/earlier.ts'
import { personOf } from '../agent-api/messages.ts'
import { serve } from '../agent-api/serve.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import { EDITED_FIELDS } from '../conversation/contact/shapes.ts'
import type { ContactChange } from '../conversation/contact/changes.ts'
import { readChatsOf } from '../conversation/read/earlier.ts'
import { Invalid } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { notFound } from '../settings/change.ts'
import { parsePosition, toPosition } from './cursor.ts'
import { readEvents } from './events.ts'
import { findAlike, listContacts, toRow } from './list.ts'
import { readContactRatings, readNewestRatings } from './ratings.ts'
import { readContact, type ContactRead } from './read.ts'
import { toContact } from './to-contact.ts'

/** Chats per request. */
const PAGE = 20

type Needs = Pick<Services, 'contactChanges' | 'db' | 'directory' | 'links'>
type Reading = Pick<Services, 'db' | 'directory' | 'links'>

const {
  listContacts: list,
  readContact: read,
  changeContact,
  listContactChats,
  listContactRatings,
  listContactEvents,
} = CONTACT_ROUTES

/** The contact of a request. One that the agent may not see is refused like a missing one (T17). */
export async function findContact(
  { db, directory }: Pick<Services, 'db' | 'directory'>,
  who: SignedIn,
  id: number,
): Promise<ContactRead> {
  const found = await db.asAccount(who.account, (tx) => readContact(tx, scopeOf(directory, who.agent), id))
  if (!found) throw notFound('contact')
  return found
}

/** The answer with a contact. */
export async function answerContact(services: Reading, who: SignedIn, id: number) {
  const { db, directory, links } = services
  const contact = await findContact(services, who, id)
  const like = await db.asAccount(who.account, (tx) => findAlike(tx, scopeOf(directory, who.agent), contact))
  return toContact(contact, like, { account: who.account, agent: who.agent.id, links }, directory)
}

/** The list of contacts, and the page of one. */
export function contactRoutes(app: Api, services: Needs): void {
  const { contactChanges, db, directory, links } = services
  const viewerOf = ({ account, agent }: SignedIn) => ({ account, agent: agent.id, links })

  serve(
    app,
    { list, read, changeContact, listContactChats, listContactRatings, listContactEvents },
    {
      async list({ who, query: { q, channel, sort = 'active', after, limit = 50 } }) {
        const asked = { ...(q !== undefined && { q }), ...(channel !== undefined && { channel }) }
        const scope = scopeOf(directory, who.agent)
        const { page, ratings } = await db.asAccount(who.account, async (tx) => {
          const found = await listContacts(tx, scope, { ...asked, sort, after: parsePosition(after, sort), limit })
          const ids = found.contacts.map(({ id }) => id)
          return { page: found, ratings: await readNewestRatings(tx, scope, ids) }
        })
        return {
          contacts: page.contacts.map((one) => {
            const rating = ratings.get(one.id)
            return { ...toRow(one, viewerOf(who), directory), ...(rating && { rating }) }
          }),
          next: page.next && toPosition(page.next),
        }
      },
      read: ({ who, params }) => answerContact(services, who, params.contact),
      async changeContact({ who, params: { contact }, body }) {
        await findContact(services, who, contact)
        const change = toChange(body)
        const done = await contactChanges.change({ account: who.account, agent: personOf(who) }, contact, change)
        if (!done) throw notFound('contact')
        return answerContact(services, who, contact)
      },
      async listContactChats({ who, params, query: { before } }) {
        const { visitors } = await findContact(services, who, params.contact)
        const numbers = visitors.map(({ number }) => number)
        const { chats, more } = await db.asAccount(who.account, (tx) =>
          readChatsOf(tx, scopeOf(directory, who.agent), numbers, { before, limit: PAGE }),
        )
        return { chats: chats.map(toEarlier), more }
      },
      async listContactRatings({ who, params }) {
        const { visitors } = await findContact(services, who, params.contact)
        const numbers = visitors.map(({ number }) => number)
        return db.asAccount(who.account, (tx) => readContactRatings(tx, scopeOf(directory, who.agent), numbers))
      },
      async listContactEvents({ who, params }) {
        const { id } = await findContact(services, who, params.contact)
        return { events: await db.asAccount(who.account, (tx) => readEvents(tx, who.account, id)) }
      },
    },
  )
}

/** The change that a request asks for. Throws Invalid for blank values and repeated titles. */
function toChange({ fields, externalId, reset, ...values }: ContactChangeBody): ContactChange {
  const given: { -readonly [Field in keyof NonNullable<ContactChange['values']>]: string | null } = {}
  for (const field of EDITED_FIELDS) {
    const value = values[field]
    if (value === undefined) continue
    if (reset?.includes(field)) throw new Invalid('/reset', { reason: 'not_beside', field })
    given[field] = textOrNull(value, `/${field}`)
  }
  return {
    values: given,
    ...(reset && { reset }),
    ...(fields && { fields: checkFields(fields) }),
    ...(externalId !== undefined && { externalId: textOrNull(externalId, '/externalId') }),
  }
}

function textOrNull(value: string | null, path: string): string | null {
  const text = value === null ? null : value.trim()
  if (text === '') throw new Invalid(path, { reason: 'empty' })
  return text
}

/** Fields without content are left out. */
function checkFields(fields: readonly OwnField[]): OwnField[] {
  const seen = new Set<string>()
  return fields.flatMap(({ title, content }, place) => {
    const name = textOrNull(title, `/fields/${place}/title`) ?? ''
    if (seen.has(name.toLowerCase())) throw new Invalid(`/fields/${place}/title`, { reason: 'repeated' })
    seen.add(name.toLowerCase())
    return content.trim() === '' ? [] : [{ title: name, content: content.trim() }]
  })
}
