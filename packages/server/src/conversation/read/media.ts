import type { Entry, MediaFailed, MediaStored } from '@deskbell/rules'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { readFiles, type FileRow } from '../../files/rows.ts'
import { BARE, toEntry, type EntryRow } from './entries.ts'

const mediaWords = statement(
  'entries_of_media',
  `select n, type, at, body, ${BARE} from entry where account_id = $1 and chat_id = $2 and n > $3
   and type in ('media.stored', 'media.failed') and (body->>'of')::int = any($4::int[]) order by n`,
)

/** What became of the media that entries speak of. */
export interface MediaFound {
  /** Our copies, by id. */
  readonly files: ReadonlyMap<string, FileRow>
  /** The last word on the media of a message, by the message's number. */
  readonly words: ReadonlyMap<number, MediaStored | MediaFailed>
}

const NOTHING: MediaFound = { files: new Map(), words: new Map() }

/** Whether there is anything to find out about these entries. */
export const mentionsMedia = (entries: readonly Entry[]): boolean => entries.some((entry) => 'media' in entry)

/** Reads what is needed to show the media of these entries of one chat. */
export async function readMedia(tx: Tx, account: number, chat: number, entries: readonly Entry[]): Promise<MediaFound> {
  if (!mentionsMedia(entries)) return NOTHING
  const open = entries.flatMap((entry) =>
    entry.type === 'message' && entry.media && !entry.media.file ? [entry.n] : [],
  )
  const later =
    open.length > 0 ? (await ask<EntryRow>(tx, mediaWords, [account, chat, Math.min(...open), open])).map(toEntry) : []
  const words = new Map<number, MediaStored | MediaFailed>()
  for (const word of later) if (word.type === 'media.stored' || word.type === 'media.failed') words.set(word.of, word)
  return { files: await readFiles(tx, account, chat, [...entries, ...later]), words }
}
