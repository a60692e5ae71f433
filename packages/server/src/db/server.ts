import pg from 'pg'
import { COMMIT } from './asker.ts'
import { makeConnectionTurns } from './connection-turns.ts'
import type { Db, DbLog } from './db.ts'
import { CannotOpen } from './errors.ts'
import { takeLink } from './link.ts'
import { pooledDb } from './pooled.ts'
import { areShared, SHARED } from './shared-connections.ts'

export interface ServerOptions {
  databaseUrl: string
  log: DbLog
  /** Connections for all askers; the commit has one more. */
  connections?: number
  /** Accepts a server that may lose acknowledged data. For tests on a machine with such a server. */
  allowUnsafeFsync?: boolean
}

const CONNECTIONS = 10
/** Milliseconds. */
const CONNECT = 2_000
const STATEMENT = 10_000
/** A server that has not answered by then is disconnected; its own statement timeout ends earlier. */
const DEADLINE = STATEMENT + 2_000
const IDLE_IN_TRANSACTION = 30_000
/** Idle connections are kept this long: a new one plans every statement again, possibly during peak load. */
const IDLE = 300_000
/**
 * The commit holds locks that other processes wait for, and decides in milliseconds between two round trips. After this time the
 * server ends the transaction of a frozen process, so that the senders of the others need not wait until they get 503 (A6).
 */
const IDLE_IN_PIPELINE = 1_000

const OLDEST = 14

/**
 * Settings of each connection: values that a server may configure differently and values.ts relies on, and one plan per
 * statement. On large tables Postgres's estimate for the start of a page may make it replan each time, which costs as
 * much as the page. No plan is compiled: a sort under `queryInOrder` is estimated at ten billion, and compiling a page of
 * the inbox took seconds, in each transaction.
 */
const SESSION = [
  "set datestyle = 'ISO, MDY'",
  "set timezone = 'UTC'",
  'set plan_cache_mode = force_generic_plan',
  'set jit = off',
].join('; ')
/** In statements, not as parameters of the connection: poolers refuse those. Times in ms; 0: no limit. */
const prepareSession = async (client: pg.ClientBase, { statement, idle }: { statement: number; idle: number }) =>
  void (await client.query(
    `${SESSION}; set statement_timeout = ${statement}; set idle_in_transaction_session_timeout = ${idle}`,
  ))

/**
 * Connects to a Postgres server. Throws an error with a sentence for the operator when the server is not safe for
 * messages.
 */
export async function openServer(options: ServerOptions): Promise<Db> {
  const connections = options.connections ?? CONNECTIONS
  const pool = makePool(options, connections, IDLE_IN_TRANSACTION)
  const turns = makeConnectionTurns({ connections, within: CONNECT })
  const pipelinePool = makePool(options, 1, IDLE_IN_PIPELINE)
  const pools = [pool, pipelinePool]
  try {
    await checkServer(pool, options)
    await checkConnections(pool, options)
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
      const end = await turns.enter(asker)
      return takeLink(pool, DEADLINE, end)
    },
    async takeClient() {
      const client = await connectAlone(options)
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

/** A connection beside the pools, without time limits. */
async function connectAlone(options: ServerOptions): Promise<pg.Client> {
  const client = new pg.Client(connectionOf(options))
  client.on('error', (error) => options.log.warn({ err: error }, 'a connection to the database was lost'))
  try {
    await client.connect()
    await prepareSession(client, { statement: 0, idle: 0 })
  } catch (error) {
    await client.end()
    throw error
  }
  return client
}

function makePool(options: ServerOptions, max: number, idleInTransaction: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOf(options),
    max,
    idleTimeoutMillis: IDLE,
    // The pool awaits it, though its types do not say so.
    onConnect: ((client) => prepareSession(client, { statement: STATEMENT, idle: idleInTransaction })) as (
      client: pg.ClientBase,
    ) => void,
  })
  // An idle connection was lost. The pool has dropped it; the next query opens another.
  pool.on('error', (error) => options.log.warn({ err: error }, 'a connection to the database was lost'))
  return pool
}

async function checkServer(pool: pg.Pool, { allowUnsafeFsync = false, log }: ServerOptions): Promise<void> {
  const { rows } = await pool.query<ServerFacts>(
    `select current_setting('server_version_num') as version, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as commit, current_setting('server_encoding') as encoding,
       current_setting('autovacuum') as autovacuum`,
  )
  const [facts] = rows
  const sentence = facts && refusal(allowUnsafeFsync ? { ...facts, fsync: 'on', commit: 'on' } : facts)
  if (sentence !== undefined) throw new CannotOpen(sentence)
  if (facts?.autovacuum === 'off')
    log.warn(
      {},
      'the database server runs with "autovacuum = off": its tables grow with each change, and everything becomes slow within an hour of load. Set "autovacuum = on" in postgresql.conf and reload the server.',
    )
}

/** Throws CannotOpen when connections are shared with other clients. */
async function checkConnections(pool: pg.Pool, options: ServerOptions): Promise<void> {
  const [one, other] = [await pool.connect(), await connectAlone(options)]
  try {
    if (await areShared(one, other)) throw new CannotOpen(SHARED)
  } finally {
    one.release()
    await other.end()
  }
}

/** Settings of a server, as it reports them. */
export interface ServerFacts {
  /** 150020 is 15.20 */
  version: string
  fsync: string
  commit: string
  /** Of the database, not of the server. */
  encoding: string
  autovacuum: string
}

/** Why a server is not safe for messages, and what to do about it; undefined: it is safe. */
export function refusal({ version, fsync, commit, encoding }: Omit<ServerFacts, 'autovacuum'>): string | undefined {
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
