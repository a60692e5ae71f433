import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Db, DbLog } from '../src/db/db.ts'
import { migrate } from '../src/db/migrate.ts'
import { openDb } from '../src/db/open.ts'
import { divideSmall } from '../src/db/parts/divide.ts'
import { type Clock, realClock } from '../src/platform/clock.ts'
import { copyDatabase, keepCompiled } from './embedded-copy.ts'

export interface TestDb {
  db: Db
  /** The DATA_DIR; empty for a database server. */
  dataDir: string
  /** Undefined for the embedded database. */
  databaseUrl: string | undefined
  /** Closes and removes the database. */
  close(): Promise<void>
}

export type DbKind = Db['kind']

/** A log that drops all lines. */
export const quietLog: DbLog = { info() {}, warn() {}, error() {} }

const serverUrl = process.env['TEST_DATABASE_URL']

/** The kinds of database that tests run on: the embedded one, and the server of TEST_DATABASE_URL when it is set. */
export const testKinds = (): DbKind[] => (serverUrl ? ['embedded', 'server'] : ['embedded'])

/**
 * A fresh, migrated database. It is a copy of a template in the temporary folder or on the server: migrating takes
 * seconds, a copy takes a fraction of one.
 */
export async function openTestDb(kind: DbKind, clock: Clock = realClock): Promise<TestDb> {
  const place = kind === 'embedded' ? await makeFolder() : await makeDatabase()
  const db = await openDb({
    ...place,
    clock,
    log: quietLog,
    onFatal(error) {
      throw error
    },
  })
  return {
    db,
    dataDir: place.dataDir,
    databaseUrl: place.databaseUrl,
    async close() {
      await db.close()
      await place.drop()
    },
  }
}

export interface Place {
  dataDir: string
  databaseUrl?: string
  /** Removes the database. No process may be using it. */
  drop(): Promise<void>
}

/** A migrated database of this kind that is not open yet. */
export const makePlace = (kind: DbKind): Promise<Place> => (kind === 'embedded' ? makeFolder() : makeDatabase())

/** A hash of everything that a template depends on. Another version of any of it needs another template. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const folder = new URL('../src/db/migrations/', import.meta.url)
  const migrations = readdirSync(folder).map((file) => `../src/db/migrations/${file}`)
  // package.json has the version of the embedded Postgres.
  const makers = [
    ...['initdb-process.ts', 'initdb.ts', 'engine.ts', 'migrate.ts'],
    ...['parts/divide.ts', 'parts/growing.ts', 'parts/weeks.ts'],
  ].map((file) => `../src/db/${file}`)
  for (const file of [...migrations.toSorted(), ...makers, '../package.json']) {
    hash.update(file).update(readFileSync(new URL(file, import.meta.url)))
  }
  return hash.digest('hex').slice(0, 12)
}

async function makeFolder(): Promise<Place> {
  const template = join(tmpdir(), `deskbell-test-template-${fingerprint()}-${process.getuid?.() ?? 0}`)
  // The first process creates the template; a process that created a second one meanwhile removes its own.
  if (!existsSync(template)) {
    removeOldTemplates()
    const making = mkdtempSync(`${template}-`)
    await migrateOnce({ dataDir: making })
    try {
      renameSync(making, template)
    } catch {
      rmSync(making, { recursive: true })
    }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'deskbell-test-'))
  mkdirSync(join(dataDir, 'db'), { mode: 0o700 })
  copyDatabase(join(template, 'db'), join(dataDir, 'db'))
  await keepCompiled()
  return { dataDir, drop: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** Removes templates that were not used for a day. */
function removeOldTemplates(): void {
  const yesterday = Date.now() - 24 * 60 * 60 * 1000
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith('deskbell-test-'))) {
    const path = join(tmpdir(), name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && found.mtimeMs < yesterday) rmSync(path, { recursive: true, force: true })
  }
}

async function makeDatabase(): Promise<Place> {
  if (!serverUrl) throw new Error('TEST_DATABASE_URL is not set')
  const template = `deskbell_test_template_${fingerprint()}`
  const name = `deskbell_test_${randomBytes(6).toString('hex')}`
  await onServer(async (admin) => {
    // Test files start in parallel: one creates the template, the others wait here.
    await admin.query('select pg_advisory_lock(4096201128)')
    const { rows } = await admin.query('select from pg_database where datname = $1', [template])
    if (rows.length === 0) {
      const old = await admin.query<{ name: string }>(
        "select quote_ident(datname) as name from pg_database where datname like 'deskbell_test_template_%'",
      )
      // A template that is being copied at this moment cannot be dropped; a later run drops it.
      for (const { name: other } of old.rows) await admin.query(`drop database ${other}`).catch(() => {})
      // It has its name once it is whole: a process that is killed while it migrates leaves another.
      const making = `${template}_${randomBytes(3).toString('hex')}`
      await admin.query(`create database ${making}`)
      await migrateOnce({ databaseUrl: urlOf(making), dataDir: '' })
      await admin.query(`alter database ${making} rename to ${template}`)
    }
    await admin.query(`create database ${name} template ${template}`)
  })
  return {
    dataDir: '',
    databaseUrl: urlOf(name),
    drop: () => onServer(async (admin) => void (await admin.query(`drop database if exists ${name} with (force)`))),
  }
}

async function migrateOnce(place: { databaseUrl?: string; dataDir: string }): Promise<void> {
  const db = await openDb({
    ...place,
    clock: realClock,
    log: quietLog,
    onFatal(error) {
      throw error
    },
  })
  try {
    await migrate(db, quietLog)
    await divideSmall(db, quietLog, Date.now())
  } finally {
    await db.close()
  }
}

function urlOf(name: string): string {
  const url = new URL(serverUrl ?? '')
  url.pathname = `/${name}`
  return url.href
}

async function onServer<T>(fn: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client(serverUrl)
  await admin.connect()
  try {
    return await fn(admin)
  } finally {
    await admin.end()
  }
}
