import type { MediaView, VisitorEntry } from '@deskbell/protocol/widget/frames'
import type { Aside } from '../core/core.ts'
import type { PendingRequest } from '../core/outbox.ts'

type Message = Extract<VisitorEntry, { type: 'message' }>
/** The author of a row; a change of author begins a new group. */
type Speaker = 'me' | 'system' | `team ${string}`

export interface MessageRow {
  kind: 'message'
  key: string
  at: number
  speaker: Speaker
  /** First and last of its group. */
  first: boolean
  last: boolean
  text: string
  name?: string | undefined
  photo?: string | undefined
  markdown?: string | undefined
  title?: string | undefined
  buttons?: { id: string; text: string }[] | undefined
  /** The buttons can be pressed: no message followed. */
  asks?: boolean | undefined
  attachments?: MediaView[] | undefined
  state?: 'sending' | 'failed' | undefined
  why?: string | undefined
}
export type Row =
  | MessageRow
  | { kind: 'day'; key: string; at: number }
  | { kind: 'joined' | 'left' | 'closed'; key: string; at: number; name?: string }

/** Messages of one speaker within this time (ms) form a group. */
const GROUPED_WITHIN = 5 * 60_000

/** The rows of the conversation, from top to bottom. Days are those of the visitor's time zone. */
export function toRows(
  entries: readonly VisitorEntry[],
  requests: readonly PendingRequest[],
  asides: readonly Aside[],
  isSameDay = (one: number, other: number) => new Date(one).toDateString() === new Date(other).toDateString(),
): Row[] {
  const media = new Map<string, MediaView>()
  for (const one of entries)
    if (one.type === 'media') media.set(`${one.chat}.${one.of}.${one.attachment ?? 0}`, one.media)
  const rows: Row[] = entries.flatMap((entry): Row[] => {
    const key = `${entry.chat}.${entry.n}`
    const { at } = entry
    switch (entry.type) {
      case 'message':
        return [messageRowOf(entry, key, media)]
      case 'agent.joined':
        return [{ kind: 'joined', key, at, name: entry.agent.name }]
      case 'agent.left':
        return [{ kind: 'left', key, at, name: entry.agent.name }]
      case 'chat.closed':
        return [{ kind: 'closed', key, at }]
      default:
        return []
    }
  })
  for (const { kind, text, at } of asides) {
    const place = rows.findLastIndex((row) => row.at <= at) + 1
    const speaker = kind === 'system' ? 'system' : 'team '
    rows.splice(place, 0, { ...MESSAGE_ROW, key: `aside ${at} ${text}`, at, speaker, text })
  }
  for (const { frame, at, failed, done } of requests) {
    if (frame.t !== 'message') continue
    const state = failed ? 'failed' : done ? undefined : 'sending'
    rows.push({ ...MESSAGE_ROW, key: frame.id, at, speaker: 'me', text: frame.text, state, why: failed })
  }
  const last = rows.at(-1)
  if (last?.kind === 'message' && last.buttons) last.asks = true
  return rows.flatMap((row, i): Row[] => {
    const before = rows[i - 1]
    const after = rows[i + 1]
    const isNewDay = !before || !isSameDay(before.at, row.at)
    if (row.kind === 'message') {
      row.first = isNewDay || !isSameGroup(before, row)
      row.last = !after || !isSameDay(row.at, after.at) || !isSameGroup(after, row)
    }
    return isNewDay ? [{ kind: 'day', key: `day ${row.key}`, at: row.at }, row] : [row]
  })
}

const MESSAGE_ROW = { kind: 'message', first: true, last: true } as const

function isSameGroup(other: Row, row: MessageRow): boolean {
  return other.kind === 'message' && other.speaker === row.speaker && Math.abs(other.at - row.at) < GROUPED_WITHIN
}

/** `later`: what later entries say about attachments. */
function messageRowOf(entry: Message, key: string, later: ReadonlyMap<string, MediaView>): MessageRow {
  const { from, agent, text, at, markdown, title, buttons, attachments } = entry
  const speaker: Speaker =
    from === 'visitor' ? 'me' : from === 'system' ? 'system' : `team ${from} ${agent?.name ?? ''}`
  // With a title, the text is a plain-text version for other channels (B18).
  return {
    ...MESSAGE_ROW,
    key,
    at,
    speaker,
    text: title ? '' : text,
    markdown,
    title,
    name: agent?.name,
    photo: agent?.photo,
    buttons: buttons?.[0] && buttons,
    attachments: attachments?.map((one, place) => later.get(`${key}.${place}`) ?? one),
  }
}
