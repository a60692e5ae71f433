import type { Contact, ContactChangeBody } from '@deskbell/protocol/agent/contact'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { storeChat } from '../live/inbox.ts'
import type { Live } from '../live/state.ts'
import { contactHistoryQuery, contactQuery } from './query.ts'

/** Changes a contact. Its page, its list and the chats that are loaded show the new values. */
export async function changeContact(
  { queries, live }: { queries: QueryClient; live: Live },
  contact: number,
  body: ContactChangeBody,
): Promise<Contact> {
  const changed = await call('PATCH /contacts/:contact', { params: { contact }, body })
  queries.setQueryData(contactQuery(contact).queryKey, changed)
  void queries.invalidateQueries({ queryKey: contactHistoryQuery(contact).queryKey })
  void queries.invalidateQueries({ queryKey: ['contacts', 'list'] })
  // The socket reports changes of open chats only.
  const { name, email, phone, edited } = changed
  for (const chat of live.chats.values()) {
    if (chat.visitor.contact !== contact || chat.state !== 'closed') continue
    const fields = (['name', 'email', 'phone'] as const).filter((field) => edited[field])
    storeChat(live, { ...chat, visitor: { ...chat.visitor, name, email, phone, edited: fields } })
  }
  return changed
}
