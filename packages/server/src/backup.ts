// Backups of a desk, with the settings of the server: `npm run backup -- <file>`, `npm run restore -- <file>`, `npm run move` (from the
// embedded database to Postgres) and `npm run held` (what a restored desk still has to send).
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import type { ClientBase } from 'pg'
import type { Db, DbLog } from './db/db.ts'
import { MOVED } from './db/initdb.ts'
import { isLocked } from './db/lock.ts'
import { openDb } from './db/open.ts'
import { askForSnapshot } from './db/snapshot.ts'
import { endRestoredAlerts } from './alerts/restored.ts'
import { discardHeld, holdDeliveries, readHeld, sendHeld } from './deliveries/held.ts'
import { countHeldRatings, holdRatingRequests, releaseRatingRequests } from './mail/rating/held.ts'
import { openStorage, type Storage } from './files/storage/open.ts'
import { realClock } from './platform/clock.ts'
import { ConfigError, readConfig, type Config } from './platform/config.ts'
import { realIds } from './platform/ids.ts'
import { version } from './platform/version.ts'
import { BackupError } from './backup/format.ts'
import { makePrinter, toSize } from './backup/progress.ts'
import { verifyBackup } from './backup/read.ts'
import { restoreBackup } from './backup/restore.ts'
import { writeBackup } from './backup/write.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)
const log: DbLog = {
  info() {},
  warn: (_fields, message) => print(`Warning: ${message}`),
  error: (_fields, message) => print(`Error: ${message}`),
}
const onProgress = makePrinter(realClock.now, print)
const KEY_FILE = 'secret.key'
/** Leaves the files of chats where they are: a bucket has its own copies. */
const WITHOUT_FILES = '--without-files'
/** Leaves the server no time between two parts. */
const FAST = '--fast'
/** How many times longer than it reads a backup rests. */
const REST = 3
const restLonger = (ms: number) => new Promise<void>((resolve) => void realClock.after(ms * REST, resolve))
const NO_KEY = { checkKey: async () => {}, keepKey: async () => {} }
const NO_FILES = { async *list() {}, open: async () => undefined }

const COMMANDS: Readonly<Record<string, (config: Config, args: readonly string[]) => Promise<void>>> = {
  backup,
  restore,
  move,
  held,
}

function fileOf(args: readonly string[], usage: string): { path: string; withFiles: boolean } {
  const [path, ...more] = args.filter((one) => one !== WITHOUT_FILES && one !== FAST)
  if (path === undefined || more.length > 0 || path.startsWith('-')) throw new BackupError(`Usage: ${usage}`)
  return { path: resolve(path), withFiles: !args.includes(WITHOUT_FILES) }
}

const openFrom = (dataDir: string, databaseUrl: string | undefined): Promise<Db> =>
  openDb({
    ...(databaseUrl !== undefined && { databaseUrl }),
    dataDir,
    clock: realClock,
    log,
    onFatal(error) {
      process.stderr.write(`The embedded database has crashed: ${error.message}\n`)
      process.exit(1)
    },
  })

/** Opens the database to be read: of a running server, a copy of its embedded one. */
async function openToRead({ dataDir, databaseUrl }: Config): Promise<{ db: Db; close(): Promise<void> }> {
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'db')))
    throw new BackupError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL to that of the desk.`)
  if (databaseUrl !== undefined || !isLocked(dataDir)) {
    const db = await openFrom(dataDir, databaseUrl)
    return { db, close: () => db.close() }
  }
  const snapshot = await askForSnapshot(dataDir)
  const db = await openFrom(snapshot.folder, undefined)
  return {
    db,
    async close() {
      await db.close()
      snapshot.release()
    },
  }
}

async function withStorage<T>({ dataDir, s3 }: Config, use: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage({ dataDir, clock: realClock, ids: realIds, s3 })
  try {
    return await use(storage)
  } finally {
    storage.close()
  }
}

async function backup(config: Config, args: readonly string[]): Promise<void> {
  const { path, withFiles } = fileOf(args, `npm run backup -- <file> [${WITHOUT_FILES}] [${FAST}]`)
  const { backupPassphrase: passphrase } = config
  if (existsSync(path)) throw new BackupError(`${path} exists already. Give the backup another name.`)
  // Messages of the desk go first; Postgres reads no faster than this program takes it.
  setPriority(constants.priority.PRIORITY_LOW)
  const began = realClock.now()
  const { db, close } = await openToRead(config)
  try {
    await withStorage(config, ({ objects }) =>
      writeBackup({
        ...{ db, path, passphrase, version, onProgress },
        files: withFiles ? objects : NO_FILES,
        keyFile: join(config.dataDir, KEY_FILE),
        now: realClock.now,
        rest: db.kind === 'server' && !args.includes(FAST) ? restLonger : async () => {},
      }),
    )
  } finally {
    await close()
  }
  print('Reading it again …')
  const { end } = await verifyBackup(path, passphrase)
  const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0)
  const seconds = ((realClock.now() - began) / 1000).toFixed(1)
  print(`${path}: ${rows} rows, ${end.files} files (${toSize(end.bytes)}), read again and whole, in ${seconds} s.`)
  if (passphrase === undefined) print('It is not encrypted, and holds everything that the desk knows: keep it safe.')
}

async function restore(config: Config, args: readonly string[]): Promise<void> {
  const { path, withFiles } = fileOf(args, `npm run restore -- <file> [${WITHOUT_FILES}]`)
  const { dataDir, databaseUrl, backupPassphrase: passphrase } = config
  if (databaseUrl === undefined && existsSync(join(dataDir, 'db')))
    throw new BackupError(`There is a database in ${dataDir} already. Give DATA_DIR the path of a new folder.`)
  print('Reading it, to see whether it is whole …')
  const { head } = await verifyBackup(path, passphrase)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await withStorage(config, async (storage) => {
    if (withFiles) await refuseFiles(storage)
    const db = await openFrom(dataDir, databaseUrl)
    let isDone = false
    try {
      const end = await restoreBackup({
        ...{ db, log, path, passphrase, head, onProgress },
        storage: withFiles ? storage : leavingFiles(storage),
        checkKey: (key) => checkKey(config, key),
        keepKey: (key) => keepKey(config, key),
        finish: holdAll,
      })
      const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0)
      print(`Restored: ${rows} rows and ${withFiles ? end.files : 0} files, as of ${new Date(head.at).toISOString()}.`)
      await printHeld(db)
      isDone = true
    } finally {
      await db.close()
      // The folder was made for the restore: the next one finds it empty, as this one did.
      if (!isDone && databaseUrl === undefined) await rm(join(dataDir, 'db'), { recursive: true, force: true })
    }
  })
}

/** The files of the backup are there already: they are neither written nor removed. */
const leavingFiles = (storage: Storage): Storage => ({
  ...storage,
  objects: { ...storage.objects, put: (draft) => rm(draft), remove: async () => {} },
})

/** Holds what the old database may have sent since the backup. */
async function holdAll(client: ClientBase): Promise<void> {
  const now = realClock.now()
  await holdDeliveries(client, now)
  await holdRatingRequests(client, now)
  await endRestoredAlerts(client, now)
}

async function refuseFiles({ objects }: Storage): Promise<void> {
  for await (const listed of objects.list())
    if (listed.length > 0)
      throw new BackupError(
        `There are files already, and a backup is restored into an empty place only. Give DATA_DIR the path of a new folder, and S3_PREFIX another value, also when they are left of a restore that was stopped. Only where all files of the backup are there already, such as in the bucket of the old desk, use ${WITHOUT_FILES}.`,
      )
}

/** The key of the backup opens its secrets. With SECRET_KEY set, it stays readable beside it. */
async function keepKey({ dataDir }: Config, key: string): Promise<void> {
  await writeFile(join(dataDir, KEY_FILE), key, { mode: 0o600 })
}

async function checkKey({ dataDir }: Config, key: string): Promise<void> {
  const path = join(dataDir, KEY_FILE)
  const found = existsSync(path) ? await readFile(path, 'utf8') : undefined
  if (found !== undefined && found !== key)
    throw new BackupError(`${path} is another key than that of the backup. Move it away.`)
}

async function move(config: Config): Promise<void> {
  const { dataDir, databaseUrl } = config
  if (databaseUrl === undefined)
    throw new BackupError('Set DATABASE_URL to an empty database, into which the one in DATA_DIR is to be moved.')
  if (!existsSync(join(dataDir, 'db'))) throw new BackupError(`There is no embedded database in ${dataDir}.`)
  if (isLocked(dataDir))
    throw new BackupError(`Deskbell is running on ${dataDir}. Stop it: what is written meanwhile would not be moved.`)
  const path = join(dataDir, 'move.backup')
  const storage: Storage = {
    objects: { ...NO_FILES, put: (draft) => rm(draft), copy: async () => false, remove: async () => {} },
    newPath: () => path,
  }
  await rm(path, { force: true })
  const [from, to] = [await openFrom(dataDir, undefined), await openFrom(dataDir, databaseUrl)]
  try {
    const common = { path, passphrase: undefined, onProgress }
    await writeBackup({
      ...{ ...common, db: from, files: NO_FILES, version, now: realClock.now, rest: async () => {} },
      keyFile: join(dataDir, KEY_FILE),
    })
    const { head } = await verifyBackup(path, undefined)
    print('Writing into Postgres …')
    await restoreBackup({ ...common, db: to, log, head, storage, ...NO_KEY, finish: async () => {} })
    await writeFile(join(dataDir, MOVED), `${new Date(realClock.now()).toISOString()}\n`)
  } finally {
    await rm(path, { force: true })
    await from.close()
    await to.close()
  }
  print(
    `Moved. Start Deskbell with this DATABASE_URL and the same DATA_DIR (${dataDir}), which has the files and the key.`,
  )
  print(`The old database is still in ${join(dataDir, 'db')}; remove it when you are content.`)
}

async function held(config: Config, [what]: readonly string[]): Promise<void> {
  const { dataDir, databaseUrl } = config
  if (what !== undefined && what !== 'send' && what !== 'discard')
    throw new BackupError('Usage: npm run held -- [send | discard]')
  const db = await openFrom(dataDir, databaseUrl)
  try {
    if (what === undefined) return await printHeld(db)
    const [before, ratings] = [await readHeld(db), await countHeldRatings(db)]
    await (what === 'send' ? sendHeld : discardHeld)(db, realClock.now())
    await releaseRatingRequests(db, what === 'send' ? realClock.now() : null)
    const count = (before?.kinds ?? []).reduce((sum, one) => sum + one.count, ratings)
    print(
      what === 'send'
        ? `${count} deliveries are sent as soon as the server runs.`
        : `${count - ratings} deliveries become dead letters as soon as the server runs; the delivery log shows them.`,
    )
  } finally {
    await db.close()
  }
}

async function printHeld(db: Db): Promise<void> {
  const [found, ratings] = [await readHeld(db), await countHeldRatings(db)]
  if (!found && ratings === 0) return print('No delivery is held.')
  print('These deliveries are held, since the old desk may have made them after the backup:')
  for (const { kind, count } of found?.kinds ?? []) print(`  ${kind}: ${count}`)
  if (ratings > 0) print(`  mails that ask for a rating: ${ratings}`)
  print('Send them with: npm run held -- send')
  print('Do not send them with: npm run held -- discard')
}

const [name = '', ...args] = process.argv.slice(2)
try {
  const command = COMMANDS[name]
  if (!command) throw new BackupError(`There is no command ${name}.`)
  await command(readConfig(process.env), args)
} catch (error) {
  const isSentence = error instanceof ConfigError || (error instanceof Error && 'forOperator' in error)
  process.stderr.write(`${isSentence ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
  process.exitCode = 1
}
// What a command that failed has opened would keep the process.
process.exit()
