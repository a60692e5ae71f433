import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { mentioned, mentionsIn } from '../mentions.ts'
import { emptied } from '../redaction.ts'
import type { Person } from '../shapes.ts'

/** A private note of an agent. Only agents read it: it is on no other wire and in no transcript. */
export interface NoteWritten {
  readonly type: 'note.written'
  readonly agent: Person
  readonly text: string
  /** Numbers of the agents whom the note mentions, each once. */
  readonly mentions: readonly number[]
}

export const noteWritten: EntryKind<NoteWritten> = {
  type: 'note.written',
  version: 1,
  author: 'agent',
  // The preview stays: it shows the conversation with the visitor.
  apply: (state, entry) => mentioned(state, entry.n, mentionsIn(entry)),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  // Agents also write notes in closed chats, and find them in the archive.
  archive: true,
  redaction: { agent: 'kept', text: emptied, mentions: 'kept' },
}
