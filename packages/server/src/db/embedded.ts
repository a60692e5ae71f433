import { mkdirSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { Clock } from '../platform/clock.ts'
import { startMaintenance } from './maintenance.ts'
import type { Db, DbLog } from './db.ts'
import { CannotOpen, Disconnected } from './errors.ts'
import { currentAsker } from './asker.ts'
import { makeConnectionTurns } from './connection-turns.ts'
import { prepareFolder } from './initdb.ts'
import { lockFolder } from './lock.ts'
import { takeLink } from './link.ts'
import { pooledDb } from './pooled.ts'
import { Wire } from './wire.ts'
import type { WorkerHears, WorkerSays, WorkerStart } from './worker.ts'

export interface EmbeddedOptions {
  /** Created with its parents, accessible to its owner only, when it does not exist. */
  dataDir: string
  clock: Clock
  log: DbLog
  /**
   * The database's thread has died and does not recover. Acknowledged data is on disk; the process should log the error
   * and exit, and continues with that data after a restart.
   */
  onFatal(error: Error): void
}

/** The longest wait for the single connection, in milliseconds. A vacuum or a checkpoint may hold it. */
const WAIT = 5_000

/**
 * Opens the embedded database in `dataDir`. Throws an error with a sentence for the operator when it cannot be used.
 */
export async function openEmbedded({ dataDir, clock, log, onFatal }: EmbeddedOptions): Promise<Db> {
  // An existing folder may be shared with other users; the database's own folder inside it is private.
  if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) === undefined && (statSync(dataDir).mode & 0o077) !== 0) {
    log.warn({ folder: dataDir }, 'other users of this machine can read the data folder; chmod 700 prevents that')
  }
  const unlock = lockFolder(dataDir)
  try {
    const thread = await startThread(await prepareFolder(dataDir), onFatal)
    const pool = new pg.Pool({
      user: 'postgres',
      database: 'postgres',
      host: 'embedded',
      ssl: false,
      max: 1,
      idleTimeoutMillis: 0,
      stream: () => thread.connect(),
    })
    pool.on('error', (error) => log.warn({ err: error }, 'the connection to the embedded database was lost'))
    const turns = makeConnectionTurns({ connections: 1, within: WAIT })
    const db = pooledDb({
      kind: 'embedded',
      async takeLink(asker) {
        const end = await turns.enter(asker)
        return takeLink(pool, undefined, end)
      },
      async takeClient() {
        const end = await turns.enter(currentAsker())
        const client = await pool.connect().catch((error: unknown) => {
          end()
          throw error
        })
        let lost: Error | undefined
        const onLost = (error: Error) => void (lost = error)
        client.on('error', onLost)
        return {
          client,
          async release() {
            client.removeListener('error', onLost)
            client.release(lost)
            end()
          },
        }
      },
      async close() {
        await maintenance.stop()
        await pool.end()
        await thread.close()
        unlock()
      },
    })
    const maintenance = startMaintenance({ db, clock, log, readFree: () => readFree(dataDir), asked: thread.asked })
    return db
  } catch (error) {
    unlock()
    throw error
  }
}

async function readFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

interface Thread {
  connect(): Wire
  /** The number of queries so far. */
  asked(): number
  close(): Promise<void>
}

async function startThread(folder: string, onFatal: (error: Error) => void): Promise<Thread> {
  const workerData: WorkerStart = { folder }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData })
  let wire: Wire | undefined
  let dead: Disconnected | undefined
  let closing = false
  let asked = 0
  const ready = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  let running = false

  const die = (error: Error) => {
    ready.reject(error)
    dead ??= new Disconnected('the embedded database has stopped', { cause: error })
    wire?.destroy(dead)
    if (running && !closing) onFatal(error)
    running = false
  }
  worker.on('message', (said: WorkerSays) => {
    if ('bytes' in said) wire?.push(Buffer.from(said.bytes.buffer))
    else if ('ready' in said) ready.resolve()
    else if ('closed' in said) closed.resolve()
    else die(new CannotOpen(`The embedded database cannot continue: ${said.fatal}`))
  })
  worker.on('error', (error) => die(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => {
    closed.resolve()
    die(new Error(`the embedded database's thread has ended (${code})`))
  })

  await ready.promise
  running = true
  return {
    connect() {
      wire = new Wire((bytes) => {
        asked++
        const message: WorkerHears = { bytes }
        worker.postMessage(message, [bytes.buffer])
      })
      if (dead) wire.destroy(dead)
      return wire
    },
    asked: () => asked,
    async close() {
      closing = true
      const message: WorkerHears = { close: true }
      worker.postMessage(message)
      await closed.promise
      await worker.terminate()
    },
  }
}
