import { readFile } from 'node:fs/promises'
import type { ClientBase } from 'pg'
import type { Db } from '../db/db.ts'
import { withTablesKept } from '../db/migrate.ts'
import { unlessMissing } from '../files/storage/folder.ts'
import type { Objects } from '../files/storage/objects.ts'
import { writeArchive, type ArchiveWriter } from './archive.ts'
import { BackupError, END, FORMAT, HEAD, KEY, type BackupEnd, type BackupHead } from './format.ts'
import { readNext, readRows, readTables } from './tables.ts'

/** What a backup or a restore has done so far. */
export interface Progress {
  readonly what: 'rows' | 'indexes' | 'files'
  readonly count: number
  readonly bytes: number
}

export interface BackupOptions {
  readonly db: Db
  readonly files: Pick<Objects, 'list' | 'open'>
  /** The file to write. */
  readonly path: string
  readonly passphrase: string | undefined
  /** The file with the key of DATA_DIR. */
  readonly keyFile: string
  readonly version: string
  readonly now: () => number
  /** Awaited after each part that was read, with how long that took (ms): while it waits, the database has time for others. */
  readonly rest: (ms: number) => Promise<void>
  readonly onProgress: (progress: Progress) => void
}

/**
 * Writes a backup of the database, as it is at one moment, and of all files. The server goes on meanwhile. Files that were erased
 * after that moment are left out. Throws BackupError.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupEnd> {
  const { path, passphrase } = options
  let end: BackupEnd | undefined
  await writeArchive(path, passphrase, async (archive) => {
    const rows = await options.db.administer((client) =>
      withTablesKept(client, () => inSnapshot(client, () => writeRows(client, archive, options))),
    )
    const files = await writeFiles(archive, options)
    end = { rows, ...files, digest: archive.digest() }
    await archive.add(END, toBytes(end))
  })
  if (!end) throw new Error('a backup has no end')
  return end
}

const toBytes = (value: unknown) => Buffer.from(`${JSON.stringify(value, undefined, 1)}\n`)

async function inSnapshot<T>(client: ClientBase, read: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only')
  try {
    return await read()
  } finally {
    await client.query('rollback')
  }
}

async function writeRows(
  client: ClientBase,
  archive: ArchiveWriter,
  { keyFile, version, now, rest, onProgress }: BackupOptions,
): Promise<BackupEnd['rows']> {
  const [found] = (await client.query<{ n: number }>('select max(n) as n from migration')).rows
  if (!found?.n) throw new BackupError('The database has no tables of Deskbell.')
  const tables = await readTables(client)
  const head: BackupHead = {
    ...{ format: FORMAT, version, migration: found.n, at: Math.round(now()) },
    tables,
    next: await readNext(client),
  }
  await archive.add(HEAD, toBytes(head))
  const key = await readFile(keyFile).catch(unlessMissing)
  if (key) await archive.add(KEY, key)
  const counts: BackupEnd['rows'] = {}
  let [count, bytes] = [0, 0]
  for (const table of tables) {
    let part = 0
    let begun = now()
    const restAsLong = () => rest(now() - begun)
    counts[table.name] = 0
    for await (const { rows, text } of readRows(client, table, restAsLong)) {
      await archive.add(`db/${table.name}/${++part}`, text)
      counts[table.name] = (counts[table.name] ?? 0) + rows
      count += rows
      bytes += text.length
      onProgress({ what: 'rows', count, bytes })
      begun = now()
    }
  }
  return counts
}

async function writeFiles(
  archive: ArchiveWriter,
  { files, onProgress }: BackupOptions,
): Promise<Pick<BackupEnd, 'files' | 'bytes'>> {
  let [count, bytes] = [0, 0]
  const written = new Set<string>()
  for await (const listed of files.list())
    for (const { name } of listed) {
      // While files are moved to a bucket, one may be in both places.
      if (written.has(name)) continue
      const opened = await files.open(name)
      if (!opened) continue
      written.add(name)
      await archive.addStream(`files/${name}`, opened.size, opened.stream())
      count++
      bytes += opened.size
      onProgress({ what: 'files', count, bytes })
    }
  return { files: count, bytes }
}
