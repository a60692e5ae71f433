import {
  Contact,
  ContactChangeBody,
  ContactChats,
  ContactChatsQuery,
  ContactErased,
  ContactHistory,
  ContactNote,
  ContactNoteBody,
  ContactNotes,
  ContactRatings,
  ContactsPage,
  ContactsExportQuery,
  ContactsQuery,
  ImportBody,
  ImportResults,
  MergeBody,
  TakenApart,
} from '../contact.ts'
import { ContactNotePath, ContactPath, ContactVisitorPath } from './paths.ts'
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
  listContactRatings: route({
    method: 'GET',
    path: '/contacts/:contact/ratings',
    tag,
    summary: 'List the ratings of a contact',
    description: 'How its visitors rated their chats, and what they said. Only chats that you may see.',
    may: 'contact.see',
    params: ContactPath,
    answers: { 200: ContactRatings },
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

/** Contacts of one person become one, and what was one by mistake is taken apart. */
export const CONTACT_MERGE_ROUTES = {
  mergeContacts: route({
    method: 'POST',
    path: '/contacts/:contact/merge',
    tag,
    summary: 'Merge another contact into a contact',
    description:
      'Owners and admins. The visitors, tasks, notes and own fields of the other contact become those of this one, and the other contact is gone. The chosen values are shown for all of its visitors; of own fields with one title, that of this contact stays. A visitor can be taken apart again.',
    may: 'contact.manage',
    params: ContactPath,
    body: MergeBody,
    answers: { 200: Contact },
  }),
  takeApart: route({
    method: 'POST',
    path: '/contacts/:contact/visitors/:visitor/apart',
    tag,
    summary: 'Take a visitor of a contact apart',
    description:
      'Owners and admins. The visitor gets a contact of their own, with what their channel said of them. Tasks, notes, own fields and edits stay. The only visitor of a contact stays where they are.',
    may: 'contact.manage',
    params: ContactVisitorPath,
    answers: { 200: TakenApart },
  }),
  eraseContact: route({
    method: 'DELETE',
    path: '/contacts/:contact',
    tag,
    summary: 'Erase the data of a contact',
    description:
      'Owners and admins. The erased data cannot be restored. Erases every visitor of the contact, as `DELETE /api/visitors/{visitor}` does, with the tasks, the notes, the fields and the history of the contact.',
    may: 'visitor.erase',
    params: ContactPath,
    answers: { 200: ContactErased },
  }),
}

/** Contacts from and to files. */
export const CONTACT_FILE_ROUTES = {
  exportContacts: route({
    method: 'GET',
    path: '/contacts.csv',
    tag,
    summary: 'Export contacts as CSV',
    description:
      'Owners and admins. Takes the conditions of the list; the newest activity first. Times are in UTC. Own fields have a column each. A cell that a spreadsheet would read as a formula begins with an apostrophe.',
    may: 'contact.manage',
    query: ContactsExportQuery,
    answers: { 200: { mediaType: 'text/csv', description: 'RFC 4180, in UTF-8' } },
  }),
  importContacts: route({
    method: 'POST',
    path: '/contacts/import',
    tag,
    summary: 'Import contacts',
    description:
      'Owners and admins. Each line adds a contact, or changes the one with its external id, else the only one with its e-mail address, else, without an external id and an e-mail address, the only one with its phone number. An address or a number that a visitor only claims is not compared. Values that are left out stay unchanged. A wrong line is refused, and the others are stored; the same lines again change nothing. A file has at most 50000 lines, which come in several requests.',
    may: 'contact.manage',
    body: ImportBody,
    answers: { 200: ImportResults },
  }),
}
