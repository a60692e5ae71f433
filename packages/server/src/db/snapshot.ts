import { chmodSync, constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Db, DbLog } from './db.ts'
import { CannotOpen } from './errors.ts'

// A backup of the embedded database is made of a copy of its folder, by a program of its own. The server makes the copy: it alone can
// hold the database still meanwhile.

/** Where a running server is asked for a copy. */
const socketOf = (dataDir: string) => join(dataDir, 'snapshot.sock')

/** A file that was changed so shortly before it was copied may change again within the same time stamp (ms). */
const STAMP = 1000

/** What was copied, by path: when the copy began, and the time stamp and the size of the file then. */
type Copied = Map<string, { readonly at: number; readonly mtimeMs: number; readonly size: number }>

/**
 * Makes copies of the embedded database in `dataDir` for programs of the same user, each for as long as its connection lasts.
 * Requests wait for the database while the last changes are copied. Returns the function that stops it.
 */
export function serveSnapshots(given: { db: Db; dataDir: string; log: DbLog; now: () => number }): () => Promise<void> {
  const { db, dataDir, log, now } = given
  const sockets = new Set<Socket>()
  let made = 0
  const path = socketOf(dataDir)
  const server = createServer((socket) => {
    sockets.add(socket)
    const folder = join(dataDir, `snapshot-${process.pid}-${++made}`)
    const taken = takeSnapshot(db, join(dataDir, 'db'), join(folder, 'db'), now)
    taken.then(
      () => socket.write(`${JSON.stringify({ folder })}\n`),
      (error: unknown) => {
        log.warn({ err: error }, 'the database could not be copied for a backup')
        socket.end(`${JSON.stringify({ error: String(error) })}\n`)
      },
    )
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      sockets.delete(socket)
      void taken.catch(() => {}).then(() => rm(folder, { recursive: true, force: true }))
    })
  })
  server.on('error', (error) => log.warn({ err: error }, 'backups cannot be made while this server runs'))
  // A server that was killed leaves its socket and its copies; the lock of the folder says that it is gone.
  const ready = removeLeft(dataDir).then(() => {
    server.listen(path, () => chmodSync(path, 0o600))
  })
  ready.catch((error: unknown) => log.warn({ err: error }, 'backups cannot be made while this server runs'))
  return async () => {
    await ready.catch(() => {})
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    await closed
  }
}

async function removeLeft(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (/^snapshot[-.]/.test(name)) await rm(join(dataDir, name), { recursive: true, force: true })
}

async function takeSnapshot(db: Db, from: string, to: string, now: () => number): Promise<void> {
  const copied: Copied = new Map()
  await copyChanged(from, to, copied, now)
  // Nothing else uses the single connection meanwhile, and after a checkpoint no change is in memory alone.
  await db.administer(async (client) => {
    await client.query('checkpoint')
    await copyChanged(from, to, copied, now)
  })
}

/** Copies what is new or was changed since it was copied, and removes what is gone. */
async function copyChanged(from: string, to: string, copied: Copied, now: () => number): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const names = new Set<string>()
  for (const entry of await readdir(from, { withFileTypes: true })) {
    names.add(entry.name)
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyChanged(source, target, copied, now)
    else await copyOne(source, target, copied, now)
  }
  for (const name of await readdir(to)) if (!names.has(name)) await rm(join(to, name), { recursive: true, force: true })
}

async function copyOne(source: string, target: string, copied: Copied, now: () => number): Promise<void> {
  const at = now()
  const found = await stat(source).catch(unlessMissing)
  const before = copied.get(source)
  const isSame =
    before &&
    found &&
    before.mtimeMs === found.mtimeMs &&
    before.size === found.size &&
    found.mtimeMs < before.at - STAMP
  if (!found || isSame) return
  copied.set(source, { at, mtimeMs: found.mtimeMs, size: found.size })
  await copyFile(source, target, constants.COPYFILE_FICLONE).catch(unlessMissing)
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

/** A copy of the database of a running server: a folder like DATA_DIR. `release` removes it. */
export interface Snapshot {
  readonly folder: string
  release(): void
}

/** Asks the server that runs on `dataDir` for a copy. Throws CannotOpen. */
export function askForSnapshot(dataDir: string): Promise<Snapshot> {
  const socket = createConnection(socketOf(dataDir))
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(new CannotOpen(`The Deskbell that runs on ${dataDir} did not make a copy of its database: ${why}`))
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (!text.endsWith('\n')) return
      const said = JSON.parse(text) as { folder?: string; error?: string }
      if (said.folder === undefined) return fail(said.error ?? 'it gave no reason')
      resolve({ folder: said.folder, release: () => socket.destroy() })
    })
    socket.on('error', (error) => fail(String(error)))
    socket.on('close', () => fail('it has ended'))
  })
}
