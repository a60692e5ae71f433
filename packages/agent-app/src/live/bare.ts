import { redact } from '@deskbell/rules/redact'
import type { NoteEntry } from '../entry-views.ts'
import type { Item, MessageItem, Word } from './fold.ts'

/**
 * What is left of a chat in which somebody's data was erased: that something was said or happened, when, and who of the
 * desk did it. The desk empties the entries that it keeps in the same way; whatever was read of them before becomes equal
 * to what is read afterwards.
 */
export function bareItem(item: Item): Item {
  if (item.erased) return item
  return item.kind === 'message' ? bareMessage(item) : { ...item, entry: bareNote(item.entry), erased: true }
}

function bareMessage({ kind, n, at, standing, media: _media, ...said }: MessageItem): MessageItem {
  const { type: _type, ...left } = redact({ ...said, type: 'message' as const })
  return { ...left, kind, n, at, media: null, erased: true, standing: bareStanding(standing) }
}

/** Of what was said of a message how it fared is left; a file is gone, whatever became of it. */
export const bareWord = ({ standing }: Word): Word => (standing ? { standing: bareStanding(standing) } : {})

/** Why it was not delivered stands in the integrator's words, which may name anybody. */
const bareStanding = (standing: MessageItem['standing']): MessageItem['standing'] =>
  standing.state === 'failed' ? { state: 'failed', at: standing.at, text: '' } : standing

function bareNote(entry: NoteEntry): NoteEntry {
  const { n, at, from } = entry
  return { ...redact(entry), n, at, from }
}
