import type { MediaView, VisitorEntry } from '@deskbell/protocol/widget/frames'
import type { Aside } from '../core/desk.ts'
import type { Letter } from '../core/outbox.ts'

type Message = Extract<VisitorEntry, { type: 'message' }>
/** Who speaks; a change of it begins a group of lines. */
type Speaker = 'me' | 'system' | `desk ${string}`

export interface Line {
  kind: 'line'
  key: string
  at: number
  speaker: Speaker
  /** First and last of a group. */
  first: boolean
  last: boolean
  text: string
  name?: string
  photo?: string
  markdown?: string
  title?: string
  buttons?: { id: string; text: string }[]
  /** The buttons can be pressed: nothing was said since. */
  asks?: boolean
  media?: MediaView
  state?: 'sending' | 'failed'
  why?: string
}
export type Row =
  | Line
  | { kind: 'day'; key: string; at: number }
  | { kind: 'joined' | 'left'; key: string; at: number; name: string }
  | { kind: 'closed'; key: string; at: number }

/** Lines of one speaker that follow within so many ms stand together. */
const TOGETHER = 5 * 60_000

/** What the conversation shows, from top to bottom. Days are those of the visitor's clock. */
export function toRows(
  entries: readonly VisitorEntry[],
  letters: readonly Letter[],
  asides: readonly Aside[],
  isSameDay = (one: number, other: number) => new Date(one).toDateString() === new Date(other).toDateString(),
): Row[] {
  const media = new Map<string, MediaView>()
  for (const one of entries) if (one.type === 'media') media.set(`${one.chat}.${one.of}`, one.media)
  const rows: Row[] = entries.flatMap((entry): Row[] => {
    const key = `${entry.chat}.${entry.n}`
    const { at } = entry
    switch (entry.type) {
      case 'message':
        return [toLine(entry, key, media.get(key))]
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
    const speaker = kind === 'system' ? 'system' : 'desk '
    rows.splice(place, 0, { ...LINE, key: `aside ${at} ${text}`, at, speaker, text })
  }
  for (const { frame, at, failed, done } of letters) {
    if (frame.t !== 'message') continue
    const state = failed ? 'failed' : done ? undefined : 'sending'
    const line: Line = { ...LINE, key: frame.id, at, speaker: 'me', text: frame.text }
    if (state) line.state = state
    if (failed) line.why = failed
    rows.push(line)
  }
  const last = rows.at(-1)
  if (last?.kind === 'line' && last.buttons) last.asks = true
  return rows.flatMap((row, i): Row[] => {
    const before = rows[i - 1]
    const after = rows[i + 1]
    const isNewDay = !before || !isSameDay(before.at, row.at)
    if (row.kind === 'line') {
      row.first = isNewDay || !standsWith(before, row)
      row.last = !after || !isSameDay(row.at, after.at) || !standsWith(after, row)
    }
    return isNewDay ? [{ kind: 'day', key: `day ${row.key}`, at: row.at }, row] : [row]
  })
}

const LINE = { kind: 'line', first: true, last: true } as const

function standsWith(other: Row, line: Line): boolean {
  return other.kind === 'line' && other.speaker === line.speaker && Math.abs(other.at - line.at) < TOGETHER
}

function toLine(entry: Message, key: string, later: MediaView | undefined): Line {
  const { from, agent, text, at, markdown, title, buttons } = entry
  const media = later ?? entry.media
  const speaker: Speaker =
    from === 'visitor' ? 'me' : from === 'system' ? 'system' : `desk ${from} ${agent?.name ?? ''}`
  // What stands under a title is for other channels (B18).
  const line: Line = { ...LINE, key, at, speaker, text: title ? '' : text }
  if (agent) line.name = agent.name
  if (agent?.photo) line.photo = agent.photo
  if (markdown) line.markdown = markdown
  if (title) line.title = title
  if (buttons?.length) line.buttons = buttons
  if (media) line.media = media
  return line
}
