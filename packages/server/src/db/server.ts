import pg from 'pg'
import { COMMIT } from './asker.ts'
import { makeConnectionTurns } from './connection-turns.ts'
import type { Db, DbLog } from './db.ts'
import { CannotOpen } from './errors.ts'
import { takeLink } from './link.ts'
import { pooledDb } from './pooled.ts'

export interface ServerOptions {
  databaseUrl: string
  log: DbLog
  /** Connections for everybody; the commit has one more. */
  connections?: number
  /** Accept a server that may lose what it acknowledged. For tests on a machine whose server is set up like that. */
  allowUnsafeFsync?: boolean
}

const CONNECTIONS = 10
/** Milliseconds. */
const CONNECT = 2_000
const STATEMENT = 10_000
/** A server that has not answered by then is cut off, and would itself have given up before. */
const DEADLINE = STATEMENT + 2_000
const IDLE_IN_TRANSACTION = 30_000
/** A connection that is not needed is kept so long: a new one plans everything again, in the middle of the next rush. */
const IDLE = 300_000
/** The commit holds locks that other processes wait for; after this time nobody waits for what a frozen one would write. */
const IDLE_IN_PIPELINE = 4_000

const OLDEST = 14

/**
 * Of each connection: what a server's configuration may have set otherwise and values.ts relies on; and that a statement
 * is planned once. On large tables Postgres may take its estimate for a page's first place as a reason to plan it again
 * each time, which costs as much as the page.
 */
const SESSION = "set datestyle = 'ISO, MDY'; set timezone = 'UTC'; set plan_cache_mode = force_generic_plan"
const prepareSession = async (client: pg.ClientBase) => void (await client.query(SESSION))

/** Connects to a Postgres server. Throws a sentence for the operator when it is not one to entrust messages to. */
export async function openServer(options: ServerOptions): Promise<Db> {
  const places = options.connections ?? CONNECTIONS
  const pool = makePool(options, places, IDLE_IN_TRANSACTION)
  const turns = makeConnectionTurns({ places, within: CONNECT })
  const pipelinePool = makePool(options, 1, IDLE_IN_PIPELINE)
  const pools = [pool, pipelinePool]
  try {
    await checkServer(pool, options.allowUnsafeFsync ?? false)
  } catch (error) {
    await Promise.all(pools.map((each) => each.end()))
    if (error instanceof CannotOpen) throw error
    const said = error instanceof AggregateError ? error.errors.map(String).join(', ') : String(error)
    throw new CannotOpen(`The database server of DATABASE_URL cannot be used: ${said}`, { cause: error })
  }
  return pooledDb({
    kind: 'server',
    async takeLink(asker) {
      if (asker === COMMIT) return takeLink(pipelinePool, DEADLINE)
      const end = await turns.take(asker)
      return takeLink(pool, DEADLINE, end)
    },
    async takeClient() {
      const client = new pg.Client({ ...connectionOf(options), statement_timeout: 0 })
      client.on('error', (error) => options.log.warn({ err: error }, 'a connection to the database was lost'))
      try {
        await client.connect()
        await prepareSession(client)
      } catch (error) {
        await client.end()
        throw error
      }
      return { client, release: () => client.end() }
    },
    async close() {
      await Promise.all(pools.map((each) => each.end()))
    },
  })
}

function connectionOf({ databaseUrl }: ServerOptions): pg.ClientConfig {
  return {
    connectionString: databaseUrl,
    fallback_application_name: 'deskbell',
    connectionTimeoutMillis: CONNECT,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}

function makePool(options: ServerOptions, max: number, idleInTransaction: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOf(options),
    max,
    idleTimeoutMillis: IDLE,
    statement_timeout: STATEMENT,
    idle_in_transaction_session_timeout: idleInTransaction,
    // The pool waits for it, though its types do not say so.
    onConnect: prepareSession as (client: pg.ClientBase) => void,
  })
  // An idle connection was lost. The pool has dropped it already; the next question opens another.
  pool.on('error', (error) => options.log.warn({ err: error }, 'a connection to the database was lost'))
  return pool
}

async function checkServer(pool: pg.Pool, allowUnsafeFsync: boolean): Promise<void> {
  const { rows } = await pool.query<ServerFacts>(
    `select current_setting('server_version_num') as version, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as commit, current_setting('server_encoding') as encoding`,
  )
  const [facts] = rows
  const sentence = facts && refusal(allowUnsafeFsync ? { ...facts, fsync: 'on', commit: 'on' } : facts)
  if (sentence !== undefined) throw new CannotOpen(sentence)
}

/** Settings of a server, as it says them. */
export interface ServerFacts {
  /** 150020 is 15.20 */
  version: string
  fsync: string
  commit: string
  /** Of the database, not of the server. */
  encoding: string
}

/** Why messages are not entrusted to a server, and what to do about it; undefined: they are. */
export function refusal({ version, fsync, commit, encoding }: ServerFacts): string | undefined {
  const major = Math.floor(Number(version) / 10_000)
  if (major < OLDEST) {
    return `The database server is PostgreSQL ${major}; Deskbell needs ${OLDEST} or newer. Upgrade the server, or point DATABASE_URL to a newer one.`
  }
  if (fsync === 'off') {
    return 'The database server runs with "fsync = off", so that messages already acknowledged would be lost when its machine stops. Set "fsync = on" in postgresql.conf and reload the server.'
  }
  if (commit === 'off') {
    return 'The database runs with "synchronous_commit = off", so that the last messages already acknowledged would be lost when it stops. Set it to "on" in postgresql.conf, or with ALTER DATABASE or ALTER ROLE where it was set.'
  }
  if (encoding !== 'UTF8') {
    return `The database of DATABASE_URL has the encoding ${encoding}, in which not every message can be stored. Make one with: createdb --encoding=UTF8 --template=template0 deskbell, and point DATABASE_URL to it.`
  }
  return undefined
}
