import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotOpen } from './errors.ts'

/** SQLite's "database is locked". */
const BUSY = 5

/**
 * Takes the folder of an embedded database for this process. Two processes on one folder would each lose the other's
 * rows without a word, and Postgres's own lock file does not stop them inside WebAssembly. SQLite's file lock is one
 * of the kernel's: it is gone with its holder, however that ends. Not for network file systems.
 *
 * Returns what lets the folder go. Throws a sentence for the operator when somebody has it.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock.db')
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    chmodSync(file, 0o600)
    db.exec('pragma journal_mode = delete')
    db.exec('begin exclusive')
  } catch (error) {
    db.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) {
      throw new CannotOpen(
        `Another Deskbell is running on ${folder}. Stop it first, give this one a folder of its own (DATA_DIR), or use a Postgres server (DATABASE_URL), which any number may share.`,
        { cause: error },
      )
    }
    throw error
  }
  return () => db.close()
}
