import { readFileSync } from 'node:fs'

export interface Order {
  number: string
  /** 2026-11-02 */
  date: string
  what: string
  status: string
}

export interface Contact {
  id: string
  name: string
  email?: string
  phone?: string
  /** The value that the shop's page passes to chat_api.setUserToken after sign-in. It is secret. */
  userToken?: string
  since: string
  /** Newest first. */
  orders: Order[]
}

/** How a contact was found. Only a token proves the identity: an e-mail address is unverified input. */
export type FoundBy = 'token' | 'e-mail' | 'phone'
export type Contacts = ReturnType<typeof openContacts>

export function openContacts(path: string | URL = new URL('../contacts.json', import.meta.url)) {
  const contacts = JSON.parse(readFileSync(path, 'utf8')) as Contact[]
  const byId = new Map(contacts.map((contact) => [contact.id, contact]))
  const keys: Record<FoundBy, (contact: Contact) => string> = {
    token: ({ userToken = '' }) => userToken,
    'e-mail': ({ email = '' }) => toEmail(email),
    phone: ({ phone = '' }) => toDigits(phone),
  }
  const indexes = Object.entries(keys).map(([by, key]) => {
    const index = new Map(contacts.map((contact) => [key(contact), contact]))
    index.delete('') // has none
    return [by as FoundBy, index] as const
  })

  function find(who: { token: string | null; email?: string; phone?: string }) {
    const wanted = { token: who.token ?? '', 'e-mail': toEmail(who.email ?? ''), phone: toDigits(who.phone ?? '') }
    for (const [by, index] of indexes) {
      const contact = index.get(wanted[by])
      if (contact) return { contact, by }
    }
    return undefined
  }

  return { find, byId: (id: string) => byId.get(id) }
}

const toEmail = (text: string) => text.trim().toLowerCase()
/** Ignores formatting; too few digits are no number. */
const toDigits = (text: string) => {
  const digits = text.replace(/\D/g, '')
  return digits.length < 7 ? '' : digits
}
