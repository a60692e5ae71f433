import { redact } from '@deskbell/rules/redact'
import type { NoteEntry } from '../entry-views.ts'
import type { Item, MessageItem, Word } from './fold.ts'

/**
 * Redacts an item of an erased chat: that it happened, when, and which agent did it remain. The server redacts the
 * stored entries in the same way, so that items read before the erasure equal items read after it.
 */
export function bareItem(item: Item): Item {
  if (item.erased) return item
  return item.kind === 'message' ? bareMessage(item) : { ...item, entry: bareNote(item.entry), erased: true }
}

function bareMessage({ kind, n, at, standing, media: _media, ...said }: MessageItem): MessageItem {
  const { type: _type, ...left } = redact({ ...said, type: 'message' as const })
  return { ...left, kind, n, at, media: null, erased: true, standing: bareStanding(standing) }
}

/** Of an update the delivery state remains; a file is removed in any case. */
export const bareWord = ({ standing }: Word): Word => (standing ? { standing: bareStanding(standing) } : {})

/** The reason of a failure is the integrator's text, which may contain names. */
const bareStanding = (standing: MessageItem['standing']): MessageItem['standing'] =>
  standing.state === 'failed' ? { state: 'failed', at: standing.at, text: '' } : standing

function bareNote(entry: NoteEntry): NoteEntry {
  const { n, at, from } = entry
  return { ...redact(entry), n, at, from }
}
