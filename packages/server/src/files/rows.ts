import { mediaIn, type Entry } from '@deskbell/rules'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'

/** A row of `file`. Its bytes are on disk before the row is written. */
export interface FileRow {
  readonly account: number
  /** 22 letters and digits. */
  readonly id: string
  /** Null for a portrait, and for media until the row is written with the chat of its message. */
  readonly chat: number | null
  /** The message that it came with, if that has a number already. */
  readonly entry: number | null
  readonly purpose: 'media' | 'visitor' | 'agent' | 'company' | 'canned' | 'call'
  /**
   * The agent who uploaded it: to attach it to a message, whose number `entry` is null until it is written; or for a canned
   * answer, until one has it.
   */
  readonly uploader?: number
  /** As returned by cleanName. */
  readonly name: string
  /** Detected from the content. */
  readonly mime: string
  /** Whether a browser may show it: a re-encoded picture, sound or video. Everything else is only downloaded (T9). */
  readonly inline: boolean
  /** Bytes. */
  readonly size: number
  /** Pixels; null when it is not a picture. */
  readonly width: number | null
  readonly height: number | null
  /** There is also a small WebP preview. */
  readonly thumb: boolean
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** For the transaction that writes the entry to which the files belong. */
export const insertFiles = {
  statement: statement(
    'file_insert',
    `insert into file (account_id, id, chat_id, entry_n, purpose, uploader, name, mime, inline, size, width, height, thumb,
       created_at)
     select account_id, id, chat_id, entry_n, purpose, uploader, name, mime, inline, size, width, height, thumb,
       to_timestamp(at / 1000.0)
     from jsonb_to_recordset($1::jsonb) as r(account_id int, id text, chat_id int, entry_n int, purpose text, uploader int,
       name text, mime text, inline boolean, size bigint, width int, height int, thumb boolean, at bigint)`,
  ),
  values: (files: readonly FileRow[]): unknown[] => [
    JSON.stringify(
      files.map(({ account, chat, entry, ...rest }) => ({
        account_id: account,
        chat_id: chat,
        entry_n: entry,
        ...rest,
      })),
    ),
  ],
}

export const COLUMNS = `account_id as account, id, chat_id as chat, entry_n as entry, purpose, name, mime, inline, size, width,
  height, thumb, created_at as at`

const selectFile = statement('file_read', `select ${COLUMNS} from file where account_id = $1 and id = $2`)

const selectFiles = statement(
  'file_read_of_chat',
  `select ${COLUMNS} from file where account_id = $1 and chat_id = $2 and id = any($3::text[])`,
)

const sumStored = statement(
  'file_stored',
  'select coalesce(sum(size), 0)::int8 as bytes from file where account_id = $1',
)

/** Bytes of all files of an account, without their previews. */
export async function readStored(tx: Pick<Tx, 'query'>, account: number): Promise<number> {
  const [row] = await tx.query<{ bytes: number }>(sumStored, [account])
  return row?.bytes ?? 0
}

export async function readFile(tx: Pick<Tx, 'query'>, account: number, id: string): Promise<FileRow | undefined> {
  const [row] = await tx.query<FileRow>(selectFile, [account, id])
  return row
}

/** The files that entries of one chat name, by id. Files of other chats are not found. */
export async function readFiles(
  tx: Pick<Tx, 'query'>,
  account: number,
  chat: number,
  entries: readonly Entry[],
): Promise<Map<string, FileRow>> {
  const ids = entries.flatMap((entry) => mediaIn(entry).flatMap(({ file }) => file ?? []))
  if (ids.length === 0) return new Map()
  const rows = await tx.query<FileRow>(selectFiles, [account, chat, ids])
  return new Map(rows.map((row) => [row.id, row]))
}
