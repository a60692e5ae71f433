import type { AgentRef, Entry, From, Media, MessageEntry } from '@deskbell/protocol/agent/entry'
import type { MORE } from '../entries/message.ts'
import { viewOf, type NoteEntry } from '../entry-views.ts'
import { bareItem, bareWord } from './bare.ts'

/** Where an agent's message stands. Stored: the desk has it. Again: an agent pressed "send again" and no answer came yet. */
export type Standing =
  | { state: 'stored' }
  | { state: 'delivered'; at: number }
  | { state: 'failed'; at: number; text: string; code?: string }
  | { state: 'again'; at: number; agent: AgentRef }

export type MessageItem = {
  kind: 'message'
  n: number
  at: number
  from: From
  text: string
  media: Media | null
  standing: Standing
  /** What it said is gone with the person's data. */
  erased?: true
} & Pick<MessageEntry, (typeof MORE)[number]>
export type NoteItem = { kind: 'note'; n: number; at: number; entry: NoteEntry; erased?: true }
export type Item = MessageItem | NoteItem

/** What later entries say of a message. The last word on each of the two stands. */
export type Word = { standing?: Standing; media?: Media }

/**
 * A stretch of a chat as it is shown. `late` keeps what was said of messages before the stretch, which may be read later.
 * `erased`: in it the person's data was erased, and whatever stands before is bare, also what is read later. Stretches form a monoid: `fold([...a, ...b])` equals `join(fold(a), fold(b))`, so that a page of history, events off the
 * socket, and a fresh snapshot lead to the same screen whichever way they were cut.
 */
export type Folded = { items: readonly Item[]; late: ReadonlyMap<number, Word>; erased: boolean }

export const NOTHING: Folded = { items: [], late: new Map(), erased: false }

function amend(item: Item, word: Word): Item {
  if (item.kind !== 'message') return item
  const { standing, media } = item.erased ? bareWord(word) : word
  return { ...item, ...(standing && { standing }), ...(media && { media }) }
}

function single(entry: Entry): Folded {
  const view = viewOf(entry)
  switch (view?.shown) {
    case 'message':
      return { ...NOTHING, items: [view.toItem(entry)] }
    case 'at its message':
      return 'of' in entry ? said(entry.of, view.word(entry)) : NOTHING
    case 'note':
    case 'unfolding': {
      const item = { kind: 'note', n: entry.n, at: entry.at, entry: entry as NoteEntry } as const
      return { ...NOTHING, items: [item], erased: view.shown === 'note' && view.erases === true }
    }
    case 'nothing':
    // An entry of a newer server: nothing to show until the application is loaded again.
    case undefined:
      return NOTHING
  }
}

const said = (of: number, word: Word): Folded => ({ ...NOTHING, late: new Map([[of, word]]) })

/** Entries in the order of n. */
export const fold = (entries: readonly Entry[]): Folded => entries.map(single).reduce(join, NOTHING)

/** Without what was personal; what is joined in front of it becomes so, too. */
export const toBare = ({ items, late }: Folded): Folded => ({
  items: items.map(bareItem),
  late: new Map([...late].map(([of, word]) => [of, bareWord(word)])),
  erased: true,
})

/** `read` ends before `newer` begins. Items that did not change keep their identity, so that only changed ones are redrawn. */
export function join(read: Folded, newer: Folded): Folded {
  const older = newer.erased ? toBare(read) : read
  if (newer.late.size === 0) {
    if (newer.items.length === 0) return older
    return { ...older, items: [...older.items, ...newer.items] }
  }
  const first = older.items[0]?.n ?? Infinity
  const late = new Map(older.late)
  for (const [of, word] of newer.late) if (of < first) late.set(of, { ...late.get(of), ...word })
  const items = older.items.map((item) => {
    const word = newer.late.get(item.n)
    return word ? amend(item, word) : item
  })
  return { ...older, items: [...items, ...newer.items], late }
}
