import type { AgentRef, Entry, From, MessageEntry } from '@deskbell/protocol/agent/entry'
import type { Media } from '@deskbell/protocol/agent/media'
import type { MORE } from '../entries/message.ts'
import { viewOf, type NoteEntry } from '../entry-views.ts'
import { redactItem, redactUpdate } from './redact.ts'

/**
 * The delivery state of an agent's message. Stored: the server has it. Again: an agent sent it again, and the result is
 * open.
 */
export type MessageStatus =
  | { state: 'stored' }
  | { state: 'delivered'; at: number }
  | { state: 'failed'; at: number; text: string; code?: string }
  | { state: 'again'; at: number; agent: AgentRef }

/** `at`: when the newest text came. `earlier`: the texts before it, oldest first; empty for an erased message. */
export type Edited = { at: number; earlier: readonly string[] }

export type MessageItem = {
  kind: 'message'
  n: number
  at: number
  from: From
  text: string
  attachments: readonly Media[]
  status: MessageStatus
  /** How often its delivery failed, if it did. */
  failures?: number
  /** It is a private note, with the agents whom it mentions. */
  note?: { mentions: readonly number[] }
  /** The visitor has replaced the text; `text` is the newest one. */
  edited?: Edited
  /** Its content was erased. */
  erased?: true
} & Pick<MessageEntry, (typeof MORE)[number]>
export type NoteItem = { kind: 'note'; n: number; at: number; entry: NoteEntry; erased?: true }
export type Item = MessageItem | NoteItem

/**
 * What later entries say about a message and, by place, about its attachments. The last value of `status` and of each
 * attachment holds; failures are counted, and texts kept in their order.
 */
export type MessageUpdate = {
  status?: MessageStatus
  failures?: number
  media?: Readonly<Record<number, Media>>
  edited?: { at: number; texts: readonly string[] }
}

/**
 * A range of a chat's log as it is shown. `late` keeps updates of messages before the range, which may be read later.
 * `erased`: the range contains an erasure, so everything before it is redacted, also pages that are read later. Ranges
 * form a monoid: `fold([...a, ...b])` equals `join(fold(a), fold(b))`, so that a page of history, events from the
 * socket and a fresh snapshot lead to the same screen however the log was divided.
 */
export type Folded = { items: readonly Item[]; late: ReadonlyMap<number, MessageUpdate>; erased: boolean }

export const NOTHING: Folded = { items: [], late: new Map(), erased: false }

function amend(item: Item, update: MessageUpdate): Item {
  if (item.kind !== 'message') return item
  const { status, failures, media, edited } = item.erased ? redactUpdate(update) : update
  const attachments = media && item.attachments.map((one, place) => media[place] ?? one)
  return {
    ...item,
    ...(status && { status }),
    ...(failures !== undefined && { failures: failures + (item.failures ?? 0) }),
    ...(attachments && { attachments }),
    ...(edited && withTexts(item, edited)),
  }
}

function withTexts({ text, edited }: MessageItem, { at, texts }: NonNullable<MessageUpdate['edited']>) {
  const all = [...(edited?.earlier ?? []), text, ...texts]
  return { text: all.at(-1) ?? text, edited: { at, earlier: all.slice(0, -1) } }
}

/** Two updates of one message as one. */
function both(older: MessageUpdate | undefined, newer: MessageUpdate): MessageUpdate {
  const media = { ...older?.media, ...newer.media }
  const failures = (older?.failures ?? 0) + (newer.failures ?? 0)
  const edited = older?.edited &&
    newer.edited && { at: newer.edited.at, texts: [...older.edited.texts, ...newer.edited.texts] }
  return {
    ...older,
    ...newer,
    ...(failures > 0 && { failures }),
    ...(Object.keys(media).length > 0 && { media }),
    ...(edited && { edited }),
  }
}

function single(entry: Entry): Folded {
  const view = viewOf(entry)
  switch (view?.shown) {
    case 'message':
      return { ...NOTHING, items: [view.toItem(entry)] }
    case 'at its message':
      return 'of' in entry ? updateOf(entry.of, view.update(entry)) : NOTHING
    case 'note':
    case 'unfolding': {
      const item = { kind: 'note', n: entry.n, at: entry.at, entry: entry as NoteEntry } as const
      return { ...NOTHING, items: [item], erased: view.shown === 'note' && view.erases === true }
    }
    case 'nothing':
    // An entry of a newer server: not shown until the application is reloaded.
    case undefined:
      return NOTHING
  }
}

const updateOf = (of: number, update: MessageUpdate): Folded => ({ ...NOTHING, late: new Map([[of, update]]) })

/** Entries in the order of n. */
export const fold = (entries: readonly Entry[]): Folded => entries.map(single).reduce(join, NOTHING)

/** Redacts a range; ranges joined in front of it are redacted too. */
export const redactRange = ({ items, late }: Folded): Folded => ({
  items: items.map(redactItem),
  late: new Map([...late].map(([of, update]) => [of, redactUpdate(update)])),
  erased: true,
})

/** `read` ends before `newer` begins. Unchanged items keep their identity, so that only changed ones are redrawn. */
export function join(read: Folded, newer: Folded): Folded {
  const older = newer.erased ? redactRange(read) : read
  if (newer.late.size === 0) {
    if (newer.items.length === 0) return older
    return { ...older, items: [...older.items, ...newer.items] }
  }
  const first = older.items[0]?.n ?? Infinity
  const late = new Map(older.late)
  for (const [of, update] of newer.late) if (of < first) late.set(of, both(late.get(of), update))
  const items = older.items.map((item) => {
    const update = newer.late.get(item.n)
    return update ? amend(item, update) : item
  })
  return { ...older, items: [...items, ...newer.items], late }
}
