import { Type, type Static } from 'typebox'
import {
  AGENT_TEXT_MAX,
  CONTACT_FIELDS_MAX,
  EMAIL_MAX,
  FIELD_CONTENT_MAX,
  FIELD_TITLE_MAX,
  NAME_MAX,
  PHONE_MAX,
  SENDER_ID_MAX,
  IMPORT_LINES,
  IMPORT_MAX,
} from '../limits.ts'
import { ChatId, EntryNumber, Id, Nullable, Strict, Time } from '../shapes.ts'
import { TEXT_FORMS } from '../text-forms.ts'
import { EarlierChat } from './earlier.ts'
import { AgentRef } from './entry.ts'

const ChannelRef = Strict({ id: Id, name: Type.String(), kind: Type.String() })
const shown = {
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
}

/** A contact in a list. */
export const ContactRow = Strict({
  id: Id,
  ...shown,
  visitors: Type.Array(Type.String(), { description: 'numbers of its visitors that you may see' }),
  photo: Nullable(Type.String({ description: 'signed link to our copy of a picture (A10)' })),
  channels: Type.Array(ChannelRef),
  chats: Type.Integer({ description: 'chats of its visitors that you may see' }),
  activeAt: Type.Integer({
    description: 'when its visitors last did something, to a few minutes; milliseconds since the epoch',
  }),
  rating: Type.Optional(
    Type.Enum(['positive', 'negative'], { description: 'the newest rating among the last chats that you may see' }),
  ),
})
export type ContactRow = Static<typeof ContactRow>

export const ContactsQuery = Strict({
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'beginnings of words of a name, an e-mail address or an identifier; digits find phone numbers and numbers of visitors',
    }),
  ),
  channel: Type.Optional(Id),
  sort: Type.Optional(Type.Enum(['active', 'name'], { default: 'active' })),
  after: Type.Optional(Type.String({ maxLength: 500, description: '`next` of the page before' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
})
export const ContactsExportQuery = Strict({
  q: ContactsQuery.properties.q,
  channel: ContactsQuery.properties.channel,
})
export type ContactsQuery = Static<typeof ContactsQuery>
export const ContactsPage = Strict({ contacts: Type.Array(ContactRow), next: Nullable(Type.String()) })
export type ContactsPage = Static<typeof ContactsPage>

/** A field that agents added to a contact. */
export const OwnField = Strict({
  title: Type.String({ minLength: 1, maxLength: FIELD_TITLE_MAX }),
  content: Type.String({ maxLength: FIELD_CONTENT_MAX }),
})
export type OwnField = Static<typeof OwnField>

/** A value that an agent entered, which is shown instead of what the visitors give. */
export const ContactEdit = Strict({
  by: AgentRef,
  at: Time,
  given: Type.Array(Type.String(), { description: 'what the visitors gave last' }),
})

/** A visitor of a contact: one identity on one channel. */
export const Identity = Strict({
  number: Type.String({ description: '1, 2, 3 within the account' }),
  id: Type.String({ description: "the visitor's identifier on the channel (sender.id)" }),
  channel: ChannelRef,
  ...shown,
  photo: ContactRow.properties.photo,
  url: Nullable(Type.String({ description: 'where the visitor writes from, or their profile (A11)' })),
  social: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'profiles in social networks by network (C8)' }),
  ),
  userToken: Type.Optional(Type.String({ description: 'the id that the page set (W8)' })),
  chats: Type.Integer(),
  visits: Type.Integer(),
  firstSeen: Time,
  lastSeen: Time,
  lastChat: Nullable(ChatId),
  blocked: Type.Optional(Type.Literal(true, { description: 'messages from this visitor are refused' })),
})
export type Identity = Static<typeof Identity>

export const Contact = Strict({
  id: Id,
  ...shown,
  edited: Strict(
    { name: Type.Optional(ContactEdit), email: Type.Optional(ContactEdit), phone: Type.Optional(ContactEdit) },
    { description: 'the fields that an agent edited' },
  ),
  fields: Type.Array(OwnField),
  externalId: Nullable(Type.String({ description: 'the identifier of the person in another system' })),
  noRatingMails: Type.Optional(Type.Literal(true, { description: 'the person wants no mails that ask for a rating' })),
  createdAt: Time,
  activeAt: Time,
  identities: Type.Array(Identity, { description: 'its visitors, those that you may see' }),
  hidden: Type.Integer({ description: 'how many of its visitors you may not see' }),
  like: Type.Array(ContactRow, {
    description: 'other contacts with the same e-mail address or phone number, at most five',
  }),
})
export type Contact = Static<typeof Contact>

const Value = (most: number, description: string) =>
  Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: most, description })))

export const ContactChangeBody = Strict({
  name: Value(NAME_MAX, 'null: no name is shown'),
  email: Type.Optional(
    Nullable(
      Type.String({ maxLength: EMAIL_MAX, pattern: TEXT_FORMS.mail_address, description: 'null: none is shown' }),
    ),
  ),
  phone: Value(PHONE_MAX, 'null: none is shown'),
  reset: Type.Optional(
    Type.Array(Type.Enum(['name', 'email', 'phone']), {
      uniqueItems: true,
      description: 'fields that show again what the visitors give',
    }),
  ),
  fields: Type.Optional(
    Type.Array(OwnField, {
      maxItems: CONTACT_FIELDS_MAX,
      description: 'all fields, in the order to show; titles differ',
    }),
  ),
  externalId: Value(SENDER_ID_MAX, 'null: none'),
})
export type ContactChangeBody = Static<typeof ContactChangeBody>

export const ContactChatsQuery = Strict({ before: Type.Optional(ChatId) })
export const ContactChats = Strict({
  chats: Type.Array(EarlierChat),
  more: Type.Boolean({ description: 'there are older chats' }),
})
export type ContactChats = Static<typeof ContactChats>

/** How a contact rated its chats. */
export const ContactRatings = Strict({
  good: Type.Integer({ description: 'chats that were rated good, of the newest 500 of each visitor that you may see' }),
  bad: Type.Integer({ description: 'those that were rated not good' }),
  ratings: Type.Array(
    Strict({
      chat: ChatId,
      at: Type.Integer({ description: 'when the visitor rated it last; milliseconds since the epoch' }),
      rating: Type.Enum(['positive', 'negative']),
      text: EarlierChat.properties.ratingText,
    }),
    { description: 'those of the newest chats first, at most 20' },
  ),
})
export type ContactRatings = Static<typeof ContactRatings>

/** A note of an agent about a contact. */
export const ContactNote = Strict({ id: Id, agent: AgentRef, at: Time, text: Type.String() })
export type ContactNote = Static<typeof ContactNote>
export const ContactNoteBody = Strict({
  text: Type.String({ minLength: 1, description: `at most ${AGENT_TEXT_MAX} characters` }),
})
export const ContactNotes = Strict({
  notes: Type.Array(ContactNote, { description: 'newest first, at most 200' }),
  fromChats: Type.Array(Strict({ chat: ChatId, n: EntryNumber, agent: AgentRef, at: Time, text: Type.String() }), {
    description: 'private notes of its newest chats that you may see, newest first, at most 50',
  }),
})
export type ContactNotes = Static<typeof ContactNotes>

const Changed = Strict({
  field: Type.String({ description: '`name`, `email`, `phone`, `externalId`, or the title of an own field' }),
  own: Type.Optional(Type.Boolean({ description: 'it is an own field' })),
  from: Type.Optional(Nullable(Type.String())),
  to: Type.Optional(Nullable(Type.String({ description: 'absent: the field shows again what the visitors give' }))),
})

/** What an agent changed at a contact. */
export const ContactEvent = Strict({
  id: Id,
  kind: Type.Enum(['edited', 'merged', 'linked', 'taken_apart', 'imported'], {
    description:
      'linked: an imported contact became a part of this one, because the channel has verified the same value',
  }),
  agent: AgentRef,
  at: Time,
  fields: Type.Optional(Type.Array(Changed, { description: 'absent: the values were erased' })),
  contact: Type.Optional(
    Type.Integer({ ...Id, description: 'the other contact of a merge, or the one that was taken apart' }),
  ),
  visitors: Type.Optional(Type.Array(Type.String(), { description: 'numbers of the visitors that came or left' })),
})
export type ContactEvent = Static<typeof ContactEvent>
export const ContactHistory = Strict({ events: Type.Array(ContactEvent, { description: 'newest first, at most 100' }) })
export type ContactHistory = Static<typeof ContactHistory>

const Side = Type.Optional(
  Type.Enum(['this', 'other'], { description: 'which value is shown; default: that of this contact, if it has one' }),
)
export const MergeBody = Strict({
  other: Type.Integer({ ...Id, description: 'the contact that becomes a part of this one' }),
  name: Side,
  email: Side,
  phone: Side,
})
export type MergeBody = Static<typeof MergeBody>
export const TakenApart = Strict({
  contact: Type.Integer({ ...Id, description: 'the contact that the visitor has now' }),
})
export const ContactErased = Strict({
  state: Type.Enum(['running', 'done'], {
    description: 'running: the data can no longer be read; the server is removing it',
  }),
  visitors: Type.Integer({ description: 'visitors that were erased' }),
  chats: Type.Integer({ description: 'chats that were emptied' }),
})
export type ContactErased = Static<typeof ContactErased>

/** A line of a file with contacts. The server checks it; a wrong line is refused and the others are stored. */
export const ImportLine = Strict({
  line: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'its number in the file, for the answer' }),
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  externalId: Type.Optional(Type.String()),
  fields: Type.Optional(Type.Array(Strict({ title: Type.String(), content: Type.String() }))),
})
export type ImportLine = Static<typeof ImportLine>
export const ImportBody = Strict({
  file: Strict(
    {
      key: Type.String({
        minLength: 8,
        maxLength: 100,
        description: 'the same in all requests with lines of one file, and in those of no other file',
      }),
      lines: Type.Integer({ minimum: 1, maximum: IMPORT_MAX, description: 'how many lines the file has' }),
    },
    {
      description:
        'the file that the lines are of. The server counts its lines, and knows for a day which it has stored',
    },
  ),
  lines: Type.Array(ImportLine, { minItems: 1, maxItems: IMPORT_LINES }),
})

/** Why a line was refused. */
export const IMPORT_REASONS = ['nothing', 'email', 'name', 'phone', 'external_id', 'fields', 'several'] as const
export type ImportReason = (typeof IMPORT_REASONS)[number]
export const ImportResult = Strict({
  line: ImportLine.properties.line,
  result: Type.Enum(['added', 'changed', 'same', 'refused']),
  contact: Type.Optional(Id),
  why: Type.Optional(
    Type.Enum([...IMPORT_REASONS], {
      description:
        'nothing: the line has no name, address, number or identifier; several: more than one contact has this e-mail address or phone number; else the value that is wrong or too long',
    }),
  ),
})
export type ImportResult = Static<typeof ImportResult>
export const ImportResults = Strict({ results: Type.Array(ImportResult) })
export type ImportResults = Static<typeof ImportResults>
