import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createSecretKey } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fastify from 'fastify'
import { makeLoopTurns } from '../../src/platform/http/loop-turns.ts'
import { statement } from '../../src/db/statement.ts'
import { makeLinks, type Linked, type LinkWanted, type Reader } from '../../src/files/links.ts'
import { agentOwner } from '../../src/files/owner.ts'
import { openFiles, type FilesOptions } from '../../src/files/files.ts'
import { insertFiles, type FileRow } from '../../src/files/rows.ts'
import { fileRoutes } from '../../src/files/routes.ts'
import { takeUpload } from '../../src/files/upload.ts'
import { realIds } from '../../src/platform/ids.ts'
import { handClock } from '../clock.ts'
import { openTestDb, type DbKind, type TestDb } from '../db.ts'

const makeAccount = statement('test_file_account', 'insert into account (name) values ($1) returning id')

export const HOUR = 3600 * 1000
export const DAY = 24 * HOUR

/** One database of each kind per test file; each setup has accounts of its own. */
const databases = new Map<DbKind, Promise<TestDb>>()

/** Every file that opens test servers ends with this: `after(closeDatabases)`. The next file in its process opens others. */
export async function closeDatabases(): Promise<void> {
  for (const opened of databases.values()) await (await opened).close()
  databases.clear()
}

function databaseOf(kind: DbKind): Promise<TestDb> {
  const opened = databases.get(kind) ?? openTestDb(kind)
  databases.set(kind, opened)
  return opened
}

/**
 * The files module with a database, its routes on a real port, and two accounts. Opened for a test, or, with `{ after }`
 * of node:test, for a whole file of tests.
 */
export async function openTestFiles(
  t: { after(fn: () => unknown): void },
  kind: DbKind = 'embedded',
  more: Pick<FilesOptions, 's3'> & { dataDir?: string } = {},
) {
  const clock = handClock(Date.now())
  const { db } = await databaseOf(kind)
  const dataDir = more.dataDir ?? (await mkdtemp(join(tmpdir(), 'deskbell-files-')))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const files = await openFiles({ clock, ids: realIds, ...more, dataDir })
  t.after(() => files.close())
  const [account = 0, other = 0] = await Promise.all(
    ['Shop', 'Another'].map(async (name) => (await db.query<{ id: number }>(makeAccount, [name]))[0]?.id),
  )

  /** Agents that were removed. */
  const removed = new Set<Reader>()
  const app = fastify()
  const links = makeLinks({ key: createSecretKey(Buffer.alloc(32, 7)), filesUrl: '', clock })
  const mayRead = (link: Linked) => !removed.has(link.reader)
  await app.register(fileRoutes, { links, store: files.store, db, clock, mayRead, turns: makeLoopTurns() })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())

  const insert = (...rows: FileRow[]) => db.query(insertFiles.statement, insertFiles.values(rows))

  return {
    clock,
    db,
    dataDir,
    files,
    account,
    other,
    removed,
    links,
    app,
    origin,
    insert,

    /** Stores a file as an agent's upload, and writes its row. */
    async upload(name: string, bytes: Uint8Array, to: { account?: number; chat?: number } = {}) {
      const stream = Readable.from([Buffer.from(bytes)])
      const taken = await takeUpload(files, { account, chat: 1, name, stream, owner: agentOwner(account, 1), ...to })
      if (!taken.ok) throw new Error(`not taken: ${taken.code}`)
      await insert(taken.file)
      return { ...taken, bytes }
    },

    linkTo(file: FileRow, more: Partial<LinkWanted> = {}): string {
      const { account: of, id, name, chat } = file
      const wanted: LinkWanted = { account: of, id, name, reader: 'agent:1', forMs: DAY, ...more }
      return origin + links.link(chat === null ? wanted : { chat, ...wanted })
    },

    /** Names of all files on disk below `files`. */
    async onDisk(): Promise<string[]> {
      const found = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
      return found.filter((entry) => entry.isFile()).map((entry) => entry.name)
    },
  }
}

export type TestFiles = Awaited<ReturnType<typeof openTestFiles>>
