import type { AgentRef, Entry, From, Media, MessageEntry } from '@deskbell/protocol/agent/entry'
import { bareItem, bareWord } from './bare.ts'

/** Where an agent's message stands. Stored: the desk has it. Again: an agent pressed "send again" and no answer came yet. */
export type Standing =
  | { state: 'stored' }
  | { state: 'delivered'; at: number }
  | { state: 'failed'; at: number; text: string; code?: string }
  | { state: 'again'; at: number; agent: AgentRef }

/** What a message may have besides; taken over as it is. */
const MORE = ['cutFrom', 'agent', 'bot', 'markdown', 'title', 'buttons', 'button', 'left'] as const

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
const NOTES = [
  'visitor.invited',
  'visitor.changed',
  'visitor.blocked',
  'visitor.unblocked',
  'crm.answered',
  'crm.assigned',
  'department.chosen',
  'chat.rated',
  'agent.joined',
  'agent.left',
  'agent.invited',
  'agent.unavailable',
  'bot.joined',
  'bot.skipped',
  'bot.left',
  'bot.refused',
  'chat.closed',
  'chat.erased',
] as const
export type NoteEntry = Extract<Entry, { type: (typeof NOTES)[number] }>
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

function amend(item: Item, { standing, media }: Word): Item {
  if (item.kind !== 'message') return item
  return { ...item, ...(standing && { standing }), ...(media && !item.erased && { media }) }
}

function single(entry: Entry): Folded {
  switch (entry.type) {
    case 'message': {
      const { n, at, from, text, media } = entry
      const item: MessageItem = { kind: 'message', n, at, from, text, media, standing: { state: 'stored' } }
      for (const name of MORE) if (entry[name] !== undefined) Object.assign(item, { [name]: entry[name] })
      return { ...NOTHING, items: [item] }
    }
    case 'message.delivered':
      return said(entry.of, { standing: { state: 'delivered', at: entry.at } })
    case 'message.failed': {
      const standing: Standing = { state: 'failed', at: entry.at, text: entry.text }
      return said(entry.of, { standing: entry.code === undefined ? standing : { ...standing, code: entry.code } })
    }
    case 'message.resent':
      return said(entry.of, { standing: { state: 'again', at: entry.at, agent: entry.agent } })
    case 'media.stored':
    case 'media.failed':
      return said(entry.of, { media: entry.media })
    case 'bot.asked':
      // When the bot was asked says nothing to a reader.
      return NOTHING
    case 'visitor.updated':
      // What changed stands in the lines before it.
      return NOTHING
    default:
      // An entry of a newer desk: nothing to show until the application is loaded anew.
      if (!isNote(entry)) return NOTHING
      return {
        ...NOTHING,
        items: [{ kind: 'note', n: entry.n, at: entry.at, entry }],
        erased: entry.type === 'chat.erased',
      }
  }
}

/** A new kind of entry that no case above takes and that is no note gives a compile error here. */
const isNote = (entry: NoteEntry): boolean => (NOTES as readonly string[]).includes(entry.type)

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
