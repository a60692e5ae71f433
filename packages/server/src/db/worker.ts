import { parentPort, workerData } from 'node:worker_threads'
import { type Engine, startEngine } from './engine.ts'

/**
 * The embedded database's thread. It speaks Postgres's wire protocol over its port: whole messages come in, and
 * Postgres's answer goes back in one piece. PGlite computes without yielding, so in the main thread it would block
 * every socket.
 */
export interface WorkerStart {
  folder: string
}

/** From the worker: it is ready, an answer of Postgres, it has closed, or why it cannot continue. */
export type WorkerSays = { ready: true } | { bytes: Uint8Array<ArrayBuffer> } | { closed: true } | { fatal: string }

/** To the worker: messages for Postgres, or the order to shut down. */
export type WorkerHears = { bytes: Uint8Array<ArrayBuffer> } | { close: true }

const port = parentPort
if (!port) throw new Error('worker.ts runs in a worker thread')
const say = (said: WorkerSays, transfer: ArrayBuffer[] = []) => port.postMessage(said, transfer)

/** Ends the thread at once; the main thread receives the reason. */
function die(reason: unknown): never {
  say({ fatal: reason instanceof Error ? reason.message : String(reason) })
  process.exit(1)
}

/** Postgres's simple query message. */
function simpleQuery(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`)
  const message = Buffer.alloc(5 + body.length)
  message.write('Q')
  message.writeInt32BE(4 + body.length, 1)
  body.copy(message, 5)
  return message
}

/** Commits once and checks that an fsync happened. */
async function checkFsync(engine: Engine): Promise<void> {
  const before = engine.fsyncs()
  await engine.converse(simpleQuery("select pg_logical_emit_message(true, 'deskbell', 'is this on disk?')"))
  if (engine.fsyncs() > before) return
  throw new Error(
    'its commits do not reach the disk (fsync is never called), so that a power cut would lose acknowledged messages. This is a fault of this version of Deskbell; do not run it, or use a Postgres server (DATABASE_URL).',
  )
}

const isStartup = (bytes: Uint8Array) => bytes[0] === 0

async function hear(engine: Engine, heard: WorkerHears): Promise<void> {
  if ('close' in heard) {
    await engine.close()
    say({ closed: true })
    return
  }
  // A new connection must find no state of the previous one: PGlite has one session for all.
  if (isStartup(heard.bytes)) {
    await engine.converse(simpleQuery('rollback'))
    await engine.converse(simpleQuery('discard all'))
  }
  const bytes = await engine.converse(heard.bytes)
  say({ bytes }, [bytes.buffer])
}

try {
  const { folder } = workerData as WorkerStart
  const engine = await startEngine(folder, die)
  await checkFsync(engine)
  let last = Promise.resolve()
  port.on('message', (heard: WorkerHears) => {
    last = last.then(() => hear(engine, heard)).catch(die)
  })
  say({ ready: true })
} catch (error) {
  die(error)
}
