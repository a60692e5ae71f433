import { text } from 'node:stream/consumers'
import { openArchive, type Entry } from './archive.ts'
import { BackupError, END, HEAD, KEY, toEnd, toHead, type BackupEnd, type BackupHead } from './format.ts'
import { countLines } from './tables.ts'

/** What to do with the parts of a backup, in this order. */
export interface BackupParts {
  readonly onHead: (head: BackupHead) => Promise<void>
  readonly onKey: (key: string) => Promise<void>
  /** Rows of a table, as COPY writes them. */
  readonly onRows: (table: string, rows: Buffer) => Promise<void>
  readonly onFile: (name: string, entry: Entry) => Promise<void>
}

/**
 * Reads a backup from its beginning to its end. When it resolves, the backup is whole: its digest and the number of its rows and
 * files are right. Throws BackupError.
 */
export async function readBackup(
  path: string,
  passphrase: string | undefined,
  parts: BackupParts,
): Promise<{ head: BackupHead; end: BackupEnd }> {
  const archive = await openArchive(path, passphrase)
  const damaged = (what: string) => new BackupError(`${path} is damaged: ${what}.`)
  let head: BackupHead | undefined
  let digest = ''
  const rows: Record<string, number> = {}
  let files = 0
  try {
    for (let step = await archive.entries.next(); !step.done; step = await archive.entries.next()) {
      const entry = step.value
      const { name } = entry
      if (name === END) {
        if (!head) throw damaged('it has no beginning')
        const end = toEnd(await text(entry.content))
        if (!end) throw damaged('its end cannot be read')
        if (end.digest !== digest) throw damaged('its contents are not those that were written')
        for (const table of head.tables)
          if ((rows[table.name] ?? 0) !== end.rows[table.name]) throw damaged(`rows of ${table.name} are missing`)
        if (files !== end.files) throw damaged('files are missing')
        return { head, end }
      }
      if (!head) {
        if (name !== HEAD) throw new BackupError(`${path} is no backup of Deskbell.`)
        head = toHead(await text(entry.content))
        if (!head)
          throw new BackupError(
            `This version of Deskbell cannot read ${path}. Use the version that wrote it, or a newer one.`,
          )
        await parts.onHead(head)
      } else if (name === KEY) await parts.onKey(await text(entry.content))
      else if (name.startsWith('db/')) {
        const table = name.split('/')[1] ?? ''
        if (!head.tables.some((one) => one.name === table)) throw damaged(`it has rows of ${table}`)
        const copied = await toBuffer(entry)
        rows[table] = (rows[table] ?? 0) + countLines(copied)
        await parts.onRows(table, copied)
      } else if (/^files\/[\w.-]+$/.test(name)) {
        await parts.onFile(name.slice('files/'.length), entry)
        files++
      } else throw damaged(`it has an entry ${name}`)
      digest = archive.digest()
    }
    throw damaged('it has no end')
  } finally {
    archive.close()
  }
}

/** Reads a backup and does nothing with it. Throws BackupError when it is not whole. */
export const verifyBackup = (path: string, passphrase: string | undefined) =>
  readBackup(path, passphrase, {
    onHead: async () => {},
    onKey: async () => {},
    onRows: async () => {},
    onFile: async (_name, { content }) => {
      for await (const _chunk of content);
    },
  })

async function toBuffer({ content }: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
