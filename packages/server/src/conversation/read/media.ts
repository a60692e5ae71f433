import { mediaIn, type Entry, type MediaFailed, type MediaStored } from '@deskbell/rules'
import { queryInOrder } from '../../db/query-in-order.ts'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { readFiles, type FileRow } from '../../files/rows.ts'
import { IS_ERASED, toEntry, type EntryRow } from './entries.ts'

const mediaOutcomes = statement(
  'entries_of_media',
  `select n, type, at, body, ${IS_ERASED} from entry where account_id = $1 and chat_id = $2 and n > $3
   and type in ('media.stored', 'media.failed') and (body->>'of')::int = any($4::int[]) order by n`,
)

/** The files of the media in a list of entries. */
export interface MediaFound {
  /** Stored files, by id. */
  readonly files: ReadonlyMap<string, FileRow>
  /** The last entry about an attachment, by `outcomeKey`. */
  readonly outcomes: ReadonlyMap<string, MediaStored | MediaFailed>
}

/** Names the attachment of message `of` with this place. */
export const outcomeKey = (of: number, attachment = 0): string => `${of}.${attachment}`

const NOTHING: MediaFound = { files: new Map(), outcomes: new Map() }

/** Whether any of these entries has media. */
export const mentionsMedia = (entries: readonly Entry[]): boolean => entries.some((entry) => mediaIn(entry).length > 0)

/** Reads the files and entries that are needed to show the media of these entries of one chat. */
export async function readMedia(tx: Tx, account: number, chat: number, entries: readonly Entry[]): Promise<MediaFound> {
  if (!mentionsMedia(entries)) return NOTHING
  const pending = entries.flatMap((entry) =>
    entry.type === 'message' && mediaIn(entry).some(({ file }) => file === undefined) ? [entry.n] : [],
  )
  const later =
    pending.length > 0
      ? (await queryInOrder<EntryRow>(tx, mediaOutcomes, [account, chat, Math.min(...pending), pending])).map(toEntry)
      : []
  const outcomes = new Map<string, MediaStored | MediaFailed>()
  for (const entry of later)
    if (entry.type === 'media.stored' || entry.type === 'media.failed')
      outcomes.set(outcomeKey(entry.of, entry.attachment), entry)
  return { files: await readFiles(tx, account, chat, [...entries, ...later]), outcomes }
}
