import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { ClientBase } from 'pg'
import type { Db, DbLog } from './db.ts'
import { CannotOpen, isLockTimeout } from './errors.ts'

interface Migration {
  readonly n: number
  readonly name: string
  readonly text: string
  readonly sha256: string
  /** Versions whose newest migration has at least this number run on the database after it; 0: all that read this. */
  readonly since: number
}

const FOLDER = new URL('./migrations/', import.meta.url)
/** In a migration that removes what an earlier version used: the number of the first one whose version does not use it. */
const CONTRACT = /^-- contract: since (\d{4})$/m
const FILE = /^(\d{4})_([a-z0-9_]+)\.sql$/

/** An arbitrary number, the same in every version: the process that migrates holds this lock. */
const LOCK = 4_096_201_127

/** Waits until no other process changes tables or writes a backup, and blocks others until the transaction ends. */
export async function takeMigrationLock(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK])
}

/**
 * Keeps the tables as they are while all of them are read: a migration would wait for the reader in a table, and everybody for the
 * migration. Processes may start meanwhile.
 */
export async function withTablesKept<T>(client: ClientBase, read: () => Promise<T>): Promise<T> {
  // Not in the transaction that reads: its view would be older than what it waited for.
  await client.query('select pg_advisory_lock_shared($1)', [LOCK])
  try {
    return await read()
  } finally {
    // A connection that is lost has no lock.
    await client.query('select pg_advisory_unlock_shared($1)', [LOCK]).catch(() => {})
  }
}

/** A migration waits so long for those that use a table, which everybody else waits for meanwhile (ms); it tries again after a pause. */
const LOCK_WITHIN = 1000
const TRY_AGAIN = 5000

/**
 * Changes tables in a transaction, when no other process does so or writes a backup. A table that is used for longer than a second
 * is not waited for: the error is one of `isLockTimeout`.
 */
export const changeTables = (client: ClientBase, change: () => Promise<unknown>): Promise<void> =>
  inTransaction(client, async () => {
    await takeMigrationLock(client)
    await client.query(`set local lock_timeout = ${LOCK_WITHIN}`)
    await change()
  })

/** The same where it can be done at once; resolves with false where it cannot. */
export async function mayChangeTables(client: ClientBase, change: () => Promise<unknown>): Promise<boolean> {
  try {
    return await inTransaction(client, async () => {
      const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [LOCK])
      if (!rows[0]?.free) return false
      await client.query(`set local lock_timeout = ${LOCK_WITHIN}`)
      await change()
      return true
    })
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  }
}

/**
 * Migrates the tables: the files of `folder` in the order of their numbers, each in a transaction of its own, forward
 * only. A version runs on the database of the next one, too. Processes that start together take turns; one that finds nothing to
 * do locks nothing. Returns how many migrations were applied. Throws an error with a sentence for the operator when this version
 * cannot use the database. `upTo`: the last one to be applied.
 */
export async function migrate(db: Db, log: DbLog, folder: URL = FOLDER, upTo = Infinity): Promise<number> {
  const migrations = readMigrations(folder).filter(({ n }) => n <= upTo)
  return db.administer(async (client) => {
    for (let applied = 0; ;) {
      if (!nextOf(migrations, await readApplied(client))) return applied
      try {
        const done = await inTransaction(client, () => applyNext(client, migrations, log))
        if (!done) return applied
        applied++
        log.info({ migration: done.n, name: done.name }, 'a migration was applied')
      } catch (error) {
        if (!isLockTimeout(error)) throw error
        log.warn(
          { err: error },
          'a migration waits: a table is used for long, as by pg_dump or a query of your own (pg_stat_activity shows it)',
        )
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN))
      }
    }
  })
}

/** The number of the newest migration of this version. */
export const newestMigration = (): number => filesIn(FOLDER).length

const filesIn = (folder: URL): string[] => readdirSync(folder).filter((file) => file.endsWith('.sql'))

function readMigrations(folder: URL): Migration[] {
  const migrations = filesIn(folder)
    .toSorted()
    .map((file, index) => {
      const [, number, name = ''] = FILE.exec(file) ?? []
      if (Number(number) !== index + 1) {
        throw new Error(`migration ${file} should be number ${index + 1}, named like 0001_what_it_does.sql`)
      }
      const text = readFileSync(new URL(file, folder), 'utf8')
      const since = Number(CONTRACT.exec(text)?.[1] ?? 0)
      return { n: index + 1, name, text, sha256: createHash('sha256').update(text).digest('hex'), since }
    })
  return migrations
}

export async function inTransaction<T>(client: ClientBase, fn: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await fn()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

interface Applied {
  readonly n: number
  readonly name: string
  readonly sha256: string
  readonly since: number
}

/** Whether a newer version has changed the tables. */
export const isOfNewer = async (client: ClientBase): Promise<boolean> =>
  (await readApplied(client)).length > newestMigration()

/** Those that the database has. */
async function readApplied(client: ClientBase): Promise<readonly Applied[]> {
  const columns = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = to_regclass('migration') and attnum > 0 and not attisdropped`,
  )
  if (columns.rows.length === 0) return []
  const since = columns.rows.some(({ name }) => name === 'since') ? 'since' : '0 as since'
  return (await client.query<Applied>(`select n, name, sha256, ${since} from migration order by n`)).rows
}

/** The first migration that the database lacks; undefined: it has all. */
function nextOf(migrations: readonly Migration[], applied: readonly Applied[]): Migration | undefined {
  for (const { n, name, sha256, since } of applied) {
    const known = migrations[n - 1]
    // A newer version has used the database. It may run beside this one, and this one after it, until it removes something.
    if (!known && since <= migrations.length) continue
    if (!known) {
      throw new CannotOpen(
        `The database has migration ${n} (${name}), which removed what this version of Deskbell uses. Start a version that knows migration ${since} or a newer one.`,
      )
    }
    if (known.sha256 !== sha256) {
      throw new CannotOpen(
        `Migration ${n} (${known.name}) is not the one that was applied to this database (${name}): its file was changed afterwards. Put the file back as it was, and write a new migration for what should be different.`,
      )
    }
  }
  return migrations[applied.length]
}

/** Applies the first migration that the database lacks; undefined: it has all. */
async function applyNext(
  client: ClientBase,
  migrations: readonly Migration[],
  log: DbLog,
): Promise<Migration | undefined> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [LOCK])
  if (!rows[0]?.free) {
    log.info({}, 'the tables are being changed by another process, or read by a backup: this process waits for its end')
    await takeMigrationLock(client)
  }
  await client.query(`set local lock_timeout = ${LOCK_WITHIN}`)
  await client.query(`
    create table if not exists migration (
      n int primary key,
      name text not null,
      sha256 text not null,
      at timestamptz not null default now(),
      since int not null default 0
    )`)
  await client.query('alter table migration add column if not exists since int not null default 0')
  const next = nextOf(migrations, await readApplied(client))
  if (!next) return undefined
  // Without parameters the file runs as one script with all its statements.
  await client.query(next.text)
  const { n, name, sha256, since } = next
  await client.query('insert into migration (n, name, sha256, since) values ($1, $2, $3, $4)', [n, name, sha256, since])
  return next
}
