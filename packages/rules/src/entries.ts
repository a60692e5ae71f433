import type { EntryKind, Placed, Reader } from './entry-kind.ts'
import { agentInvited } from './entries/agent-invited.ts'
import { agentJoined } from './entries/agent-joined.ts'
import { agentLeft } from './entries/agent-left.ts'
import { agentUnavailable } from './entries/agent-unavailable.ts'
import { botAsked } from './entries/bot-asked.ts'
import { botJoined } from './entries/bot-joined.ts'
import { botLeft } from './entries/bot-left.ts'
import { botRefused } from './entries/bot-refused.ts'
import { botSkipped } from './entries/bot-skipped.ts'
import { chatClosed } from './entries/chat-closed.ts'
import { chatClosing } from './entries/chat-closing.ts'
import { chatErased } from './entries/chat-erased.ts'
import { chatHanded } from './entries/chat-handed.ts'
import { chatRated } from './entries/chat-rated.ts'
import { closingCancelled } from './entries/closing-cancelled.ts'
import { chatReturned } from './entries/chat-returned.ts'
import { chatSnoozed } from './entries/chat-snoozed.ts'
import { chatWoken } from './entries/chat-woken.ts'
import { crmAnswered } from './entries/crm-answered.ts'
import { crmAssigned } from './entries/crm-assigned.ts'
import { departmentChosen } from './entries/department-chosen.ts'
import { departmentChanged } from './entries/department-changed.ts'
import { mediaFailed } from './entries/media-failed.ts'
import { mediaStored } from './entries/media-stored.ts'
import { messageDelivered } from './entries/message-delivered.ts'
import { messageEdited } from './entries/message-edited.ts'
import { messageFailed } from './entries/message-failed.ts'
import { messageResent } from './entries/message-resent.ts'
import { messageScheduled } from './entries/message-scheduled.ts'
import { messageUnscheduled } from './entries/message-unscheduled.ts'
import { message } from './entries/message.ts'
import { noteWritten } from './entries/note-written.ts'
import { tagsChanged } from './entries/tags-changed.ts'
import { chatOffered } from './entries/chat-offered.ts'
import { chatOverflowed } from './entries/chat-overflowed.ts'
import { chatRouted } from './entries/chat-routed.ts'
import { offerDeclined } from './entries/offer-declined.ts'
import { offerEnded } from './entries/offer-ended.ts'
import { colleagueAsked } from './entries/colleague-asked.ts'
import { colleagueDeclined } from './entries/colleague-declined.ts'
import { colleagueJoined } from './entries/colleague-joined.ts'
import { colleagueLeft } from './entries/colleague-left.ts'
import { messageLate } from './entries/message-late.ts'
import { visitorBlocked } from './entries/visitor-blocked.ts'
import { visitorChanged } from './entries/visitor-changed.ts'
import { visitorInvited } from './entries/visitor-invited.ts'
import { visitorUnblocked } from './entries/visitor-unblocked.ts'
import { visitorUpdated } from './entries/visitor-updated.ts'

/** Every type of entry, by its name. A kind with a missing property does not compile here. */
export const ENTRY_KINDS = entryKinds({
  message,
  'visitor.invited': visitorInvited,
  'visitor.changed': visitorChanged,
  'visitor.updated': visitorUpdated,
  'visitor.blocked': visitorBlocked,
  'visitor.unblocked': visitorUnblocked,
  'department.chosen': departmentChosen,
  'department.changed': departmentChanged,
  'chat.rated': chatRated,
  'agent.joined': agentJoined,
  'agent.left': agentLeft,
  'agent.invited': agentInvited,
  'agent.unavailable': agentUnavailable,
  'bot.joined': botJoined,
  'bot.skipped': botSkipped,
  'bot.left': botLeft,
  'bot.asked': botAsked,
  'bot.refused': botRefused,
  'chat.handed': chatHanded,
  'chat.snoozed': chatSnoozed,
  'chat.woken': chatWoken,
  'chat.closing': chatClosing,
  'closing.cancelled': closingCancelled,
  'chat.closed': chatClosed,
  'chat.erased': chatErased,
  'message.scheduled': messageScheduled,
  'message.unscheduled': messageUnscheduled,
  'message.delivered': messageDelivered,
  'message.failed': messageFailed,
  'message.edited': messageEdited,
  'message.resent': messageResent,
  'media.stored': mediaStored,
  'media.failed': mediaFailed,
  'crm.answered': crmAnswered,
  'crm.assigned': crmAssigned,
  'note.written': noteWritten,
  'tags.changed': tagsChanged,
  'chat.offered': chatOffered,
  'chat.routed': chatRouted,
  'chat.overflowed': chatOverflowed,
  'chat.returned': chatReturned,
  'offer.declined': offerDeclined,
  'offer.ended': offerEnded,
  'colleague.asked': colleagueAsked,
  'colleague.declined': colleagueDeclined,
  'colleague.joined': colleagueJoined,
  'colleague.left': colleagueLeft,
  'message.late': messageLate,
})

type Kinds = typeof ENTRY_KINDS
type BodyOf<K> = K extends EntryKind<infer Body, infer _Seen> ? Body : never
type SeenIn<K> = K extends EntryKind<infer _Body, infer Seen> ? Seen : never

export type EntryType = keyof Kinds

/** What is stored of one event in a chat. Shapes live for ever: see `entry.pin.test.ts`. */
export type EntryBody = { [T in EntryType]: BodyOf<Kinds[T]> }[EntryType]

/** The entries that a reader other than an agent is shown. */
export type BodySeenBy<Who extends Reader> = {
  [T in EntryType]: Who extends SeenIn<Kinds[T]> ? BodyOf<Kinds[T]> : never
}[EntryType]

/** An entry with its place in the log: `n` counts 1, 2, 3 within the chat, `at` is in milliseconds since the epoch. */
export type Entry = Placed<EntryBody>

/** Checks at compile time that each kind is complete and registered under its own name. */
export function entryKinds<const K extends { readonly [T in keyof K]: NamedKind<T> }>(kinds: K): K {
  return kinds
}

type NamedKind<T> = Omit<EntryKind<never>, 'type' | 'readers' | 'redaction'> & {
  readonly type: T
  readonly readers: Readonly<Record<Reader, boolean>>
  readonly redaction: object
}

/** The kind of an entry. */
export function kindOf<E extends { readonly type: EntryType }>({ type }: E): EntryKind<E> {
  // The registry puts each kind under its own type, which the compiler cannot follow through an index.
  return ENTRY_KINDS[type] as unknown as EntryKind<E>
}
