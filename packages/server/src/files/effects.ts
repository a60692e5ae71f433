import { Attachment, type Effect } from '../conversation/commit/effects.ts'
import { insertFiles, type FileRow } from './rows.ts'

/** Rows of files whose bytes are already on disk. */
export const storedFiles = new Attachment<readonly FileRow[]>('files')

/** Writes the rows of files together with the entry that names them. */
export const fileEffect: Effect = {
  name: 'files',
  plan(decisions) {
    const attached = decisions.attached(storedFiles)
    if (attached.length === 0) return undefined
    return {
      write({ send }) {
        const rows = attached.flatMap(({ value, draft }) => value.map((row) => withChat(row, draft?.id ?? null)))
        if (rows.length > 0) send(insertFiles.statement, insertFiles.values(rows))
      },
    }
  },
}

/** A visitor may upload a file before the chat has a number. */
const withChat = (row: FileRow, chat: number | null): FileRow =>
  row.purpose === 'media' && row.chat === null && chat !== null ? { ...row, chat } : row
