import type { Contact, Identity } from '@deskbell/protocol/agent/contact'
import { profilesIn } from '@deskbell/protocol/webhook/social'
import { EDITED_FIELDS, type EditedField } from '../conversation/contact/shapes.ts'
import { photoLink, type Viewer } from '../conversation/read/to-chat.ts'
import type { Directory } from '../settings/directory.ts'
import { channelOf, toRow, type Listed } from './list.ts'
import type { ContactRead, IdentityRead } from './read.ts'

/** A contact with its visitors, as the reader sees it. */
export function toContact(
  contact: ContactRead,
  like: readonly Listed[],
  viewer: Viewer,
  directory: Directory,
): Contact {
  const { id, name, email, phone, fields, external, since, active, noRatingMails, visitors, hidden } = contact
  return {
    id,
    name,
    email,
    phone,
    edited: Object.fromEntries(EDITED_FIELDS.flatMap((field) => editOf(contact, field))),
    fields: fields.map(({ title, content }) => ({ title, content })),
    externalId: external,
    ...(noRatingMails && { noRatingMails: true as const }),
    createdAt: since,
    activeAt: active,
    identities: visitors.map((one) => toIdentity(one, viewer, directory)),
    hidden,
    like: like.map((one) => toRow(one, viewer, directory)),
  }
}

function editOf({ edits, visitors }: ContactRead, field: EditedField) {
  const edit = edits[field]
  if (!edit) return []
  const given = visitors.flatMap((one) => one.given?.[field] ?? [])
  return [[field, { by: { id: edit.by.id, name: edit.by.name }, at: edit.at, given: [...new Set(given)] }]]
}

/** The visitor with what their channel said, which an edit does not change. */
function toIdentity(one: IdentityRead, viewer: Viewer, directory: Directory): Identity {
  const social = { ...profilesIn([one.url]), ...one.social }
  const { number, key, photo, url, token, chats, visits, since, seen, chat, blocked } = one
  const { name, email, phone } = { ...one, ...one.given }
  return {
    number: String(number),
    id: key,
    channel: channelOf(directory, viewer.account, one.channel),
    name,
    email,
    phone,
    photo: photo === null ? null : photoLink(viewer, photo),
    url,
    ...(Object.keys(social).length > 0 && { social }),
    ...(token !== null && { userToken: token }),
    chats,
    visits,
    firstSeen: since,
    lastSeen: seen,
    lastChat: chat,
    ...(blocked && { blocked: true as const }),
  }
}
