import type { Call } from '@deskbell/protocol/agent/call'
import { noteViewOf } from '../entry-views.ts'
import type { Item, MessageItem, NoteItem } from '../live/fold.ts'
import type { PendingMessage } from '../live/pending-messages.ts'
import { dayOf } from '../text/when.ts'

/**
 * What is shown above a row: the day before its first row, and the unread mark. They are not rows of their own: the row
 * that they stand above keeps its key.
 */
type Above = { day: number | null; fresh: boolean }

/**
 * A row of the conversation. `head` and `tail`: the first and last of a group of consecutive messages of one author.
 */
export type Row = { key: string } & (
  | { kind: 'begin' }
  | ({ kind: 'message'; item: MessageItem; head: boolean; tail: boolean } & Above)
  | ({ kind: 'note'; item: NoteItem } & Above)
  | ({ kind: 'call'; call: Call } & Above)
  | ({ kind: 'pending'; pending: PendingMessage; head: boolean; tail: boolean } & Above)
)

/** Messages of one author within this time form a group, ms. */
const GROUPED_WITHIN = 5 * 60_000

const author = (item: MessageItem) => `${item.note ? 'note' : item.from} ${item.agent?.id ?? item.bot?.id ?? ''}`

type Group = { by: string; at: number; row: { tail: boolean } }

/**
 * The rows from top to bottom. @param complete whether the first item is the first of the chat @param firstUnread
 * number of the first message that was unread when the chat was opened @param me this agent, the author of unsent
 * messages @param calls those during the chat, oldest first
 */
export function toRows(
  items: readonly Item[],
  pendingMessages: readonly PendingMessage[],
  {
    complete,
    firstUnread,
    me,
    calls = [],
  }: { complete: boolean; firstUnread: number | null; me: number; calls?: readonly Call[] },
): Row[] {
  const rows: Row[] = complete && items.length > 0 ? [{ kind: 'begin', key: 'begin' }] : []
  let today = -1
  let last: Group | null = null

  const above = (at: number, fresh: boolean): Above => {
    const isNew = dayOf(at) !== today
    today = dayOf(at)
    if (isNew || fresh) last = null
    return { day: isNew ? at : null, fresh }
  }
  /** Whether the message continues the group of the row above, which then no longer ends it. */
  const continues = (by: string, at: number): boolean => {
    if (!last || last.by !== by || at - last.at >= GROUPED_WITHIN) return false
    last.row.tail = false
    return true
  }

  // Those before the loaded items come with these.
  const from = complete ? -Infinity : (items[0]?.at ?? 0)
  const ahead = calls.filter(({ started }) => started >= from)
  const addCalls = (until: number) => {
    for (let call = ahead[0]; call && call.started < until; call = ahead[0]) {
      rows.push({ kind: 'call', key: `call${call.id}`, call, ...above(call.started, false) })
      ahead.shift()
      last = null
    }
  }

  for (const item of withLastOnly(items)) {
    addCalls(item.at)
    const marks = above(item.at, item.n === firstUnread)
    const key = `n${item.n}`
    if (item.kind === 'note') {
      rows.push({ kind: 'note', key, item, ...marks })
      last = null
      continue
    }
    const by = author(item)
    const row: Row & { tail: boolean } = {
      kind: 'message',
      key,
      item,
      head: !continues(by, item.at),
      tail: true,
      ...marks,
    }
    rows.push(row)
    // The error below a failed message separates it from the next.
    last = item.status.state === 'failed' ? null : { by, at: item.at, row }
  }
  addCalls(Infinity)
  for (const pending of pendingMessages) {
    // Clocks differ: an unsent message is never shown as older than the row above it.
    const at = Math.max(pending.at, items.at(-1)?.at ?? 0)
    const by = `${pending.note ? 'note' : 'agent'} ${me}`
    const marks = above(at, false)
    const row: Row & { tail: boolean } = {
      kind: 'pending',
      key: pending.key,
      pending,
      head: !continues(by, at),
      tail: true,
      ...marks,
    }
    rows.push(row)
    last = { by, at, row }
  }
  // Whether the first row has a day and begins a group is known when what is before it is there: then it is shown, so that
  // a page of history only adds rows and changes the height of none.
  if (!complete && rows.length > 1) rows.shift()
  return rows
}

/** The number of the first entry that the rows show; undefined without one. */
export function firstShown(rows: readonly Row[]): number | undefined {
  const row = rows.find((one) => 'item' in one)
  return row && 'item' in row ? row.item.n : undefined
}

/** For types that are shown once, such as ratings, keeps only the last entry. */
export function withLastOnly(items: readonly Item[]): readonly Item[] {
  const last = new Map<string, Item>()
  for (const item of items) if (isLastOnly(item)) last.set(item.entry.type, item)
  return items.filter((item) => !isLastOnly(item) || last.get(item.entry.type) === item)
}

function isLastOnly(item: Item): item is NoteItem {
  if (item.kind !== 'note') return false
  const view = noteViewOf(item.entry)
  return view.shown === 'note' && view.lastOnly === true
}

/**
 * The first of the visitor's newest `unread` messages, of those up to entry `last`; null when all are read, 'unknown'
 * when it is before the loaded items.
 * @param complete whether the first item is the first of the chat
 */
export function firstUnreadOf(
  items: readonly Item[],
  { unread, last, complete }: { unread: number; last: number; complete: boolean },
): number | null | 'unknown' {
  if (unread <= 0) return null
  const visitors = items.filter((item) => item.kind === 'message' && item.from === 'visitor' && item.n <= last)
  const first = visitors.at(-unread)
  if (first) return first.n
  return complete ? (visitors[0]?.n ?? null) : 'unknown'
}
