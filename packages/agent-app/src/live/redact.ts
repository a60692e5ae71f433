import { redact } from '@deskbell/rules/redact'
import type { NoteEntry } from '../entry-views.ts'
import type { Item, MessageItem, MessageUpdate } from './fold.ts'

/**
 * Redacts an item of an erased chat; its type, its time and its agent remain. The server redacts the stored entries in
 * the same way, so that items read before the erasure equal items read after it.
 */
export function redactItem(item: Item): Item {
  if (item.erased) return item
  return item.kind === 'message' ? redactMessage(item) : { ...item, entry: redactNote(item.entry), erased: true }
}

function redactMessage({
  kind,
  n,
  at,
  status,
  failures,
  edited,
  note,
  attachments: _attachments,
  ...said
}: MessageItem): MessageItem {
  const { type: _type, ...left } = redact({ ...said, type: 'message' as const })
  return {
    ...left,
    kind,
    n,
    at,
    attachments: [],
    erased: true,
    ...(note && { note }),
    status: redactStatus(status),
    ...(failures !== undefined && { failures }),
    ...(edited && { edited: { at: edited.at, earlier: [] } }),
  }
}

/** Of an update, the delivery state and the fact that the text was edited remain; files are always removed. */
export const redactUpdate = ({ status, failures, edited }: MessageUpdate): MessageUpdate => ({
  ...(status && { status: redactStatus(status) }),
  ...(failures !== undefined && { failures }),
  ...(edited && { edited: { at: edited.at, texts: [] } }),
})

/** The reason of a failure is the integrator's text, which may contain names. */
const redactStatus = (status: MessageItem['status']): MessageItem['status'] =>
  status.state === 'failed' ? { state: 'failed', at: status.at, text: '' } : status

function redactNote(entry: NoteEntry): NoteEntry {
  const { n, at, from } = entry
  return { ...redact(entry), n, at, from }
}
