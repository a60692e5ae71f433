import type { ChatEvent } from './chat-event.ts'
import type { Command } from './commands.ts'
import type { ChatDelivery, Where } from './delivery.ts'
import { ENTRY_KINDS, kindOf, type BodySeenBy, type Entry, type EntryBody, type EntryType } from './entries.ts'
import type { Reader } from './entry-kind.ts'
import type { Author } from './shapes.ts'
import type { ChatState } from './state.ts'

/** The author of an entry, as readers of the log see it. */
export function authorOf(entry: EntryBody): Author {
  const { author } = kindOf(entry)
  return typeof author === 'function' ? author(entry) : author
}

/** Whether `reader` is shown the entry. Agents are shown every entry. */
export function isSeenBy<Who extends Reader, E extends EntryBody>(reader: Who, entry: E): entry is E & BodySeenBy<Who> {
  return kindOf(entry).readers[reader]
}

/** The types of entries that `reader` is shown. */
export function typesSeenBy(reader: Reader): EntryType[] {
  return Object.values(ENTRY_KINDS).flatMap(({ type, readers }) => (readers[reader] ? [type] : []))
}

/** Whether the visitor is blocked from the entry on; undefined when the entry does not change that. */
export const blockingOf = (entry: EntryBody): boolean | undefined => kindOf(entry).blocks

/** Whether the archive indexes a chat in `state` again because of `entry`. */
export function changesArchive(entry: EntryBody, { owner }: Pick<ChatState, 'owner'>): boolean {
  return owner.kind === 'nobody' && kindOf(entry).archive
}

/**
 * The deliveries that `entry`, made by `command`, causes. `state` is the state after the whole transaction: a message
 * is not delivered to a bot that left the chat in the same transaction.
 */
export function deliveriesOf(state: ChatState, entry: Entry, command: Command, where: Where): ChatDelivery[] {
  const { deliveries } = kindOf(entry)
  return deliveries === 'none' ? [] : deliveries({ state, entry, command }, where)
}

/**
 * The event that webhooks receive for `entry`, made by `command`. `opens`: the command began the chat; `left`: the
 * message was sent through the offline form.
 */
export function eventOf(
  entry: Entry,
  command: Command,
  { opens, left }: { readonly opens: boolean; readonly left: boolean },
): ChatEvent | undefined {
  const { event } = kindOf(entry)
  return event === 'none' ? undefined : event({ entry, command, opens, left })
}
