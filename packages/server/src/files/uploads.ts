import type { EntryMedia } from '@deskbell/rules'
import { Attachment, type Effect } from '../conversation/commit/effects.ts'
import { statement } from '../db/statement.ts'
import type { Db, Tx } from '../db/db.ts'
import { retrySerialization } from '../db/retry.ts'
import { Invalid } from '../platform/errors.ts'
import type { Files } from './files.ts'
import { kindOf } from './kind.ts'
import { COLUMNS, insertFiles, type FileRow } from './rows.ts'

/** How long an upload waits for its message (ms). The row is removed a day later, when no request can have read it. */
export const UPLOAD_WAITS = 24 * 3600 * 1000

const selectUploads = statement(
  'file_read_uploads',
  `select ${COLUMNS} from file where account_id = $1 and chat_id = $2 and uploader = $3 and id = any($4::text[])
     and (entry_n is not null or created_at > $5)`,
)

const attachUploads = statement(
  'file_attach',
  `update file f set entry_n = r.n from jsonb_to_recordset($1::jsonb) as r(account_id int, id text, n int)
   where f.account_id = r.account_id and f.id = r.id and f.uploader is not null and f.entry_n is null`,
)

/** Writes the row of an upload, whose bytes are removed if it cannot be. `check` refuses it in the same transaction. */
export async function writeUpload(
  { db, files }: { readonly db: Db; readonly files: Pick<Files, 'store'> },
  file: FileRow,
  check: (tx: Tx) => Promise<void> = async () => {},
): Promise<FileRow> {
  try {
    await retrySerialization(() =>
      db.asAccount(file.account, async (tx) => {
        await check(tx)
        await tx.query(insertFiles.statement, insertFiles.values([file]))
      }),
    )
    return file
  } catch (error) {
    await files.store.remove(file.id)
    throw error
  }
}

export interface Uploader {
  readonly account: number
  readonly chat: number
  readonly agent: number
}

/**
 * The files that an agent uploaded into a chat after `since`, by id. Those that a message has already are found, too: a
 * request that is sent again names them again.
 */
export async function readUploads(
  db: Db,
  { account, chat, agent }: Uploader,
  ids: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, FileRow>> {
  const rows = await db.asAccount(account, (tx) =>
    tx.query<FileRow>(selectUploads, [account, chat, agent, ids, new Date(since)]),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The uploads that a message attaches, in its order. */
export async function findUploads(
  { db, clock }: { readonly db: Db; readonly clock: { now: () => number } },
  uploader: Uploader,
  wanted: readonly string[],
): Promise<FileRow[]> {
  if (wanted.length === 0) return []
  const found = await readUploads(db, uploader, wanted, clock.now() - UPLOAD_WAITS)
  return wanted.map((id, index) => {
    const file = found.get(id)
    if (!file) throw new Invalid(`/attachments/${index}`, { reason: 'no_upload' })
    return file
  })
}

/** An uploaded file as the message stores it. */
export function toMedia(file: FileRow): EntryMedia {
  const { id, name, size, mime, width, height } = file
  const pixels = width !== null && height !== null && { width, height }
  return { kind: kindOf(file), file: id, name, size, mime, ...pixels }
}

/** For a message that attaches uploaded files, also for one that waits. A file that is taken back stays in the chat. */
export const sentUploads = new Attachment<true>('sent uploads')

/** Notes with each uploaded file the message that has it, so that it is kept. */
export const uploadEffect: Effect = {
  name: 'uploads',
  plan({ made }) {
    const rows = made.flatMap(({ attached, conversation, entry }) => {
      const isOfMessage =
        entry.type === 'message' || entry.type === 'message.scheduled' || entry.type === 'message.late'
      if (!isOfMessage || !sentUploads.isIn(attached)) return []
      return (entry.attachments ?? []).map(({ file }) => ({ account_id: conversation.account, id: file, n: entry.n }))
    })
    if (rows.length === 0) return undefined
    return { write: ({ send }) => send(attachUploads, [JSON.stringify(rows)]) }
  },
}
