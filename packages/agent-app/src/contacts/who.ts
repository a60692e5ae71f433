import type { Contact, ContactRow } from '@deskbell/protocol/agent/contact'
import { nameOf } from '../inbox/who.ts'
import { words } from '../words/index.ts'
import { contactWords } from './words.ts'

type Known = Pick<ContactRow, 'id' | 'name' | 'email' | 'phone'>

/** What a contact is called: their name, else e-mail, else phone, else the number of a visitor. */
export const whoIs = (contact: Known & ({ visitors: readonly string[] } | Pick<Contact, 'identities'>)): string => {
  const [number] = 'visitors' in contact ? contact.visitors : contact.identities.map((one) => one.number)
  return nameOf(contact) ?? (number === undefined ? contactWords.noName(contact.id) : words.inbox.visitor(number))
}
