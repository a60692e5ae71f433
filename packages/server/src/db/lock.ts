import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotOpen } from './errors.ts'

/** SQLite's "database is locked". */
const BUSY = 5

const inUse = (folder: string) =>
  `Another Deskbell is running on ${folder}. Stop it first, give this one a folder of its own (DATA_DIR), or use a Postgres server (DATABASE_URL), which any number may share.`

/**
 * Locks the folder of an embedded database for this process. Two processes on one folder would silently lose each
 * other's rows, and Postgres's own lock file has no effect inside WebAssembly. SQLite's file lock is a kernel lock: it
 * disappears with its holder in any case. Not for network file systems. Returns the function that unlocks the folder.
 * Throws an error with a sentence for the operator when another process holds it.
 */
export function lockFolder(folder: string, sentence = inUse(folder)): () => void {
  const file = join(folder, 'lock.db')
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    chmodSync(file, 0o600)
    db.exec('pragma journal_mode = delete')
    db.exec('begin exclusive')
  } catch (error) {
    db.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) {
      throw new CannotOpen(sentence, { cause: error })
    }
    throw error
  }
  return () => db.close()
}

/** Whether a process has the folder's database open. */
export function isLocked(folder: string): boolean {
  try {
    lockFolder(folder)()
    return false
  } catch (error) {
    if (error instanceof CannotOpen) return true
    throw error
  }
}
