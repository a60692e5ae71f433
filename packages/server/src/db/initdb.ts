import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotOpen } from './errors.ts'

/** The major version of PGlite's Postgres; a test compares it. It cannot open a folder of another version. */
export const EMBEDDED_MAJOR = '18'

/** A file in DATA_DIR: its embedded database was moved to a Postgres server, and is not to be used any more. */
export const MOVED = 'moved-to-postgres'

/**
 * Creates the database in `dataDir` if there is none; returns its folder. It is created beside its place, synced to
 * disk and then moved there, so that a power cut leaves a whole database or none. Throws an error with a sentence for
 * the operator when the folder holds something else.
 */
export async function prepareFolder(dataDir: string): Promise<string> {
  if (existsSync(join(dataDir, MOVED)))
    throw new CannotOpen(
      `The database in ${dataDir} was moved to a Postgres server: set DATABASE_URL. To use the old one again, without what was written since, remove the file ${MOVED} there.`,
    )
  const folder = join(dataDir, 'db')
  const version = join(folder, 'PG_VERSION')
  if (existsSync(version)) {
    checkVersion(folder, readFileSync(version, 'utf8').trim())
    // Postgres in WebAssembly makes its files readable for all users; the folder itself admits only its owner.
    chmodSync(folder, 0o700)
    return folder
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new CannotOpen(
      `${folder} holds something that is not a database. Move it away, or set DATA_DIR to another folder.`,
    )
  }
  const making = join(dataDir, 'db.new')
  rmSync(making, { recursive: true, force: true })
  await runInitdb(making)
  syncTree(making)
  renameSync(making, folder)
  sync(dataDir)
  return folder
}

function checkVersion(folder: string, found: string): void {
  if (found === EMBEDDED_MAJOR) return
  throw new CannotOpen(
    `The database in ${folder} was written by PostgreSQL ${found}, and this version of Deskbell brings PostgreSQL ${EMBEDDED_MAJOR}. Start the version of Deskbell that wrote it to export it, or give this one a folder of its own (DATA_DIR).`,
  )
}

/**
 * Runs in a process of its own, because it needs several times the memory of a running database, which a process hardly
 * returns. Optimised code would take longer to compile than it saves.
 */
async function runInitdb(folder: string): Promise<void> {
  const child = fork(fileURLToPath(new URL('./initdb-process.ts', import.meta.url)), [folder], {
    // Not this process's own arguments, which may name a program to run.
    execArgv: ['--liftoff-only'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code, signal] = await once(child, 'close')
  if (code !== 0)
    throw new CannotOpen(`The embedded database could not be made in ${folder} (${signal ?? code}): ${said}`)
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else sync(path)
  }
  chmodSync(folder, 0o700)
  sync(folder)
}

function sync(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
