import {
  Contact,
  ContactChangeBody,
  ContactChats,
  ContactChatsQuery,
  ContactHistory,
  ContactNote,
  ContactNoteBody,
  ContactNotes,
  ContactsPage,
  ContactsQuery,
} from '../contact.ts'
import { ContactNotePath, ContactPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Contacts'

/** People who wrote, on whichever channels, and what agents know of them. */
export const CONTACT_ROUTES = {
  listContacts: route({
    method: 'GET',
    path: '/contacts',
    tag,
    summary: 'List contacts',
    description:
      'The newest activity first, or by name. Owners and admins see all contacts, other agents those with a visitor on one of their channels.',
    may: 'contact.see',
    query: ContactsQuery,
    answers: { 200: ContactsPage },
  }),
  readContact: route({
    method: 'GET',
    path: '/contacts/:contact',
    tag,
    summary: 'Read a contact',
    may: 'contact.see',
    params: ContactPath,
    answers: { 200: Contact },
  }),
  changeContact: route({
    method: 'PATCH',
    path: '/contacts/:contact',
    tag,
    summary: 'Change a contact',
    description:
      'Fields that are left out stay unchanged. A name, an e-mail address and a phone number that an agent entered are shown instead of those that the visitors give, until they are reset. Open chats record the change, and webhooks receive `chat_updated`.',
    may: 'contact.change',
    params: ContactPath,
    body: ContactChangeBody,
    answers: { 200: Contact },
  }),
  listContactChats: route({
    method: 'GET',
    path: '/contacts/:contact/chats',
    tag,
    summary: 'List the chats of a contact',
    description:
      'Newest first, twenty a page; `before` is the last chat of the previous page. Only chats that you may see.',
    may: 'contact.see',
    params: ContactPath,
    query: ContactChatsQuery,
    answers: { 200: ContactChats },
  }),
  listContactNotes: route({
    method: 'GET',
    path: '/contacts/:contact/notes',
    tag,
    summary: 'List the notes about a contact',
    may: 'contact.see',
    params: ContactPath,
    answers: { 200: ContactNotes },
  }),
  addContactNote: route({
    method: 'POST',
    path: '/contacts/:contact/notes',
    tag,
    summary: 'Write a note about a contact',
    description: 'A contact has at most 200 notes.',
    may: 'contact.change',
    params: ContactPath,
    body: ContactNoteBody,
    answers: { 201: ContactNote },
  }),
  removeContactNote: route({
    method: 'DELETE',
    path: '/contacts/:contact/notes/:note',
    tag,
    summary: 'Remove a note about a contact',
    description: 'Allowed to its author, and to owners and admins.',
    may: 'contact.change',
    params: ContactNotePath,
    answers: { 204: null },
  }),
  listContactEvents: route({
    method: 'GET',
    path: '/contacts/:contact/history',
    tag,
    summary: 'List what agents changed at a contact',
    may: 'contact.see',
    params: ContactPath,
    answers: { 200: ContactHistory },
  }),
}
