import type { ContactErased } from '@deskbell/protocol/agent/contact'
import { CONTACT_MERGE_ROUTES } from '@deskbell/protocol/agent/routes/contacts'
import type { Person } from '@deskbell/rules'
import type { Api } from '../agent-api/add-routes.ts'
import { personOf } from '../agent-api/messages.ts'
import { serve } from '../agent-api/serve.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import { emptyContact } from '../conversation/contact/erase.ts'
import { mergeContacts, takeApart } from '../conversation/contact/merge.ts'
import { Invalid } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { notFound } from '../settings/change.ts'
import { answerContact, findContact } from './routes.ts'

type Needs = Pick<Services, 'contactChanges' | 'dataChanges' | 'db' | 'directory' | 'erasures' | 'links'>

/** How often the visitors of a contact are erased, because a merge may add one meanwhile. */
const ROUNDS = 5

/** Merges contacts, takes them apart and erases them. */
export function mergeRoutes(app: Api, services: Needs): void {
  const { contactChanges, dataChanges } = services
  const by = (who: SignedIn) => ({ account: who.account, agent: personOf(who) })
  const tellTasks = ({ account }: SignedIn, ...contacts: number[]) =>
    dataChanges.changed({ account, what: 'tasks', ids: contacts })

  serve(app, CONTACT_MERGE_ROUTES, {
    async mergeContacts({ who, params: { contact: id }, body: { other, ...sides } }) {
      await findContact(services, who, id)
      if (other === id) throw new Invalid('/other', { reason: 'repeated' })
      await findContact(services, who, other)
      const done = await mergeContacts(contactChanges, by(who), { id, other }, sides)
      if (!done) throw notFound('contact')
      tellTasks(who, id, other)
      return answerContact(services, who, id)
    },
    async takeApart({ who, params: { contact: id, visitor } }) {
      await findContact(services, who, id)
      const contact = await takeApart(contactChanges, by(who), { id, visitor })
      if (contact === undefined) throw notFound('visitor')
      return { contact }
    },
    async eraseContact({ who, params: { contact } }) {
      await findContact(services, who, contact)
      const erased = await eraseContact(services, who.account, personOf(who), contact)
      dataChanges.changed({ account: who.account, what: 'contacts', ids: [contact] })
      tellTasks(who, contact)
      return erased
    },
  })
}

/** Erases the visitors of a contact one after the other. The last one takes what agents wrote at the contact with them. */
async function eraseContact(
  { contactChanges, erasures }: Needs,
  account: number,
  agent: Person,
  contact: number,
): Promise<ContactErased> {
  const sum = { visitors: 0, chats: 0 }
  let isDone = true
  for (let round = 0; round < ROUNDS; round++) {
    const left = await contactChanges.withLocked({ account, agent }, [contact], async ({ tx, contacts, visitors }) => {
      const isThere = (contacts.get(contact)?.active ?? null) !== null
      if (isThere && visitors.length === 0) await emptyContact(tx, account, contact)
      return { result: isThere ? visitors.map(({ number }) => number) : [], written: [] }
    })
    if (left.length === 0) break
    for (const visitor of left) {
      const erasure = await erasures.begin({ account, visitor, chats: 'all', by: agent })
      if (!erasure) continue
      sum.visitors++
      sum.chats += erasure.chats
      isDone &&= erasure.isDone
    }
  }
  return { state: isDone ? 'done' : 'running', ...sum }
}
