import type { Entry } from '@deskbell/rules'
import { toShown } from '../../conversation/read/to-entry.ts'
import { mentionsMedia, readMedia, type MediaFound } from '../../conversation/read/media.ts'
import type { Services } from '../../services.ts'

/** Entries of a chat as frames for an agent, each of a size that a slow connection can carry. */
export interface EntryFrames {
  (account: number, chat: number, entries: readonly Entry[], agent: number): Promise<readonly string[]>
}

/** Characters of a frame, unless a single entry has more. */
const FRAME = 64 * 1024

const NO_MEDIA: MediaFound = { files: new Map(), outcomes: new Map() }

/**
 * The frames are built once for all followers of a chat when they are equal for all. Links differ from agent to agent
 * (T12).
 */
export function makeEntryFrames({ db, links }: Pick<Services, 'db' | 'links'>): EntryFrames {
  const made = new WeakMap<readonly Entry[], readonly string[]>()

  return async (account, chat, entries, agent) => {
    const make = (found: MediaFound): readonly string[] =>
      toFrames(
        chat,
        entries.map((entry) => JSON.stringify(toShown(entry, chat, found, { account, agent, links }))),
      )
    if (mentionsMedia(entries)) return make(await db.asAccount(account, (tx) => readMedia(tx, account, chat, entries)))
    const frames = made.get(entries) ?? make(NO_MEDIA)
    made.set(entries, frames)
    return frames
  }
}

/** `entries` frames built from entries that are JSON already. */
function toFrames(chat: number, entries: readonly string[]): string[] {
  const frames: string[] = []
  let begun: string[] = []
  let size = 0
  for (const [i, entry] of entries.entries()) {
    begun.push(entry)
    size += entry.length
    const next = entries[i + 1]
    if (next !== undefined && size + next.length <= FRAME) continue
    frames.push(`{"type":"entries","chat":${chat},"entries":[${begun.join(',')}]}`)
    begun = []
    size = 0
  }
  return frames
}
