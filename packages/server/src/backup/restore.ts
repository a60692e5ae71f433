import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { inTransaction, migrate, newestMigration } from '../db/migrate.ts'
import type { Db, DbLog } from '../db/db.ts'
import { divideSmall } from '../db/parts/divide.ts'
import type { Storage } from '../files/storage/open.ts'
import { dropKeysAndIndexes } from './constraints.ts'
import { copyIn } from './copy.ts'
import { BackupError, type BackupEnd, type BackupHead } from './format.ts'
import { readBackup } from './read.ts'
import { copyInto, emptyAll, readTables, restartAt } from './tables.ts'
import type { Progress } from './write.ts'

export interface RestoreOptions {
  readonly db: Db
  readonly log: DbLog
  readonly storage: Storage
  readonly path: string
  readonly passphrase: string | undefined
  /** Its beginning: it was read to its end before, and is whole. */
  readonly head: BackupHead
  /** Throws BackupError when the key that was in DATA_DIR cannot be kept. Called before anything is written. */
  readonly checkKey: (key: string) => Promise<void>
  /** Keeps it. */
  readonly keepKey: (key: string) => Promise<void>
  /** Called in the transaction, with all rows. */
  readonly finish: (client: ClientBase) => Promise<void>
  readonly onProgress: (progress: Progress) => void
}

/**
 * Restores a backup into an empty database and the place for files. Throws BackupError when the database is not empty or the backup
 * is not whole; the database is empty then, and no file is left of it.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupEnd> {
  const { db, log, path, head } = options
  if (head.migration > newestMigration())
    throw new BackupError(
      `${path} was written by Deskbell ${head.version}, which is newer than this version. Restore it with that version or a newer one.`,
    )
  await refuseUnlessEmpty(db)
  await migrate(db, log, undefined, head.migration)
  const put: string[] = []
  const end = await db
    .administer((client) => inTransaction(client, () => load(client, options, put)))
    .catch(async (error: unknown) => {
      // The next restore finds the place empty, as this one did.
      for (const name of put) await options.storage.objects.remove(name).catch(() => {})
      throw error
    })
  await migrate(db, log)
  // A large one is divided when the desk runs on it.
  await divideSmall(db, log, head.at)
  await db.administer((client) => client.query('analyze'))
  return end
}

/** A restore that failed leaves tables without rows. */
async function refuseUnlessEmpty(db: Db): Promise<void> {
  const isEmpty = await db.administer(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
    )
    if (rows.length === 0) return true
    if (!rows.some(({ name }) => name === 'account')) return false
    return (await client.query('select from account limit 1')).rows.length === 0
  })
  if (!isEmpty)
    throw new BackupError(
      'The database is not empty, and a backup is restored into an empty one only. Create a new database for DATABASE_URL, or give DATA_DIR the path of a new folder.',
    )
}

/** `put`: the names of the files that were stored. */
async function load(client: ClientBase, options: RestoreOptions, put: string[]): Promise<BackupEnd> {
  const { path, passphrase, head, storage, onProgress } = options
  const known = new Map((await readTables(client)).map((table) => [table.name, table]))
  for (const { name, columns } of head.tables)
    if (known.get(name)?.columns.join() !== columns.join())
      throw new BackupError(`${path} is damaged: its table ${name} is not that of its version.`)
  // The memory of the embedded database never shrinks.
  if (options.db.kind === 'server') await client.query(`set local maintenance_work_mem = '512MB'`)
  await client.query(emptyAll(head.tables))
  const statements = await dropKeysAndIndexes(client)
  const sum = { parts: 0, rows: 0, files: 0, bytes: 0 }
  let key: string | undefined
  // The next part is read while one is written.
  let writing = Promise.resolve()

  const { end } = await readBackup(path, passphrase, {
    onHead: async () => {},
    async onKey(text) {
      await options.checkKey(text)
      key = text
    },
    async onRows(name, rows) {
      const table = known.get(name)
      await writing
      if (table) writing = copyIn(client, copyInto(table), rows)
      writing.catch(() => {})
      sum.parts++
      sum.rows += rows.length
      onProgress({ what: 'rows', count: sum.parts, bytes: sum.rows })
    },
    async onFile(name, { content, size }) {
      const draft = storage.newPath()
      try {
        await pipeline(content, createWriteStream(draft, { flags: 'wx', mode: 0o600 }))
        put.push(name)
        await storage.objects.put(draft, name)
      } finally {
        await rm(draft, { force: true })
      }
      sum.files++
      sum.bytes += size
      onProgress({ what: 'files', count: sum.files, bytes: sum.bytes })
    },
  })
  await writing
  for (const [i, text] of statements.entries()) {
    await client.query(text)
    onProgress({ what: 'indexes', count: i + 1, bytes: 0 })
  }
  for (const one of head.next) await client.query(restartAt(one))
  await options.finish(client)
  if (key !== undefined) await options.keepKey(key)
  return end
}
