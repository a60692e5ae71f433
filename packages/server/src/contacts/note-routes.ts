import { CONTACT_ROUTES } from '@deskbell/protocol/agent/routes/contacts'
import { AGENT_TEXT_MAX } from '@deskbell/protocol/limits'
import { cleanText, countCodePoints } from '@deskbell/protocol/text'
import { scopeOf } from '../agent-api/access.ts'
import type { Api } from '../agent-api/add-routes.ts'
import { personOf } from '../agent-api/messages.ts'
import { serve } from '../agent-api/serve.ts'
import { allow } from '../identity/permissions.ts'
import { Invalid } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { notFound } from '../settings/change.ts'
import { addNote, authorOf, readNotes, removeNote } from './notes.ts'
import { findContact } from './routes.ts'

const { listContactNotes, addContactNote, removeContactNote } = CONTACT_ROUTES

/** Notes of agents about a contact. */
export function noteRoutes(
  app: Api,
  services: Pick<Services, 'contactChanges' | 'dataChanges' | 'db' | 'directory'>,
): void {
  const { contactChanges, dataChanges, db, directory } = services
  const told = (account: number, contact: number) => dataChanges.changed({ account, what: 'contacts', ids: [contact] })

  serve(
    app,
    { listContactNotes, addContactNote, removeContactNote },
    {
      async listContactNotes({ who, params }) {
        const contact = await findContact(services, who, params.contact)
        return db.asAccount(who.account, (tx) => readNotes(tx, scopeOf(directory, who.agent), contact))
      },
      async addContactNote({ who, params, body }) {
        const { id } = await findContact(services, who, params.contact)
        const text = checkText(body.text)
        const by = { account: who.account, agent: personOf(who) }
        return contactChanges.withLocked(by, [id], async ({ tx, tools: { now }, contacts, changes }) => {
          // It was erased or merged meanwhile.
          if ((contacts.get(id)?.active ?? null) === null) throw notFound('contact')
          changes(id)
          return { result: await addNote(tx, { ...by, now }, id, text), written: [] }
        })
      },
      async removeContactNote({ who, params: { contact, note } }) {
        const { id } = await findContact(services, who, contact)
        await db.asAccount(who.account, async (tx) => {
          // Removing a note of another agent takes the role of those who manage contacts.
          if ((await authorOf(tx, who.account, id, note)) !== who.agent.id) allow(who.agent, 'contact.manage')
          await removeNote(tx, who.account, id, note)
        })
        told(who.account, id)
      },
    },
  )
}

function checkText(given: string): string {
  const text = cleanText(given).trim()
  if (text === '') throw new Invalid('/text', { reason: 'message_empty' })
  if (countCodePoints(text) > AGENT_TEXT_MAX) throw new Invalid('/text', { reason: 'too_long', most: AGENT_TEXT_MAX })
  return text
}
