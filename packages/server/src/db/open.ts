import type { Clock } from '../platform/clock.ts'
import type { Db, DbLog } from './db.ts'
import { openEmbedded } from './embedded.ts'
import { openServer } from './server.ts'

export interface OpenOptions {
  /** A Postgres server; without it the database runs in this process, in `dataDir`. */
  databaseUrl?: string
  dataDir: string
  clock: Clock
  log: DbLog
  /** The embedded database has died (EmbeddedOptions). Never called for a server, which may come back. */
  onFatal(error: Error): void
  /** ServerOptions. */
  allowUnsafeFsync?: boolean
}

/** Opens the database. Throws an error with a sentence for the operator when it cannot be used. */
export function openDb({
  databaseUrl,
  dataDir,
  clock,
  log,
  onFatal,
  allowUnsafeFsync = false,
}: OpenOptions): Promise<Db> {
  if (databaseUrl !== undefined) return openServer({ databaseUrl, log, allowUnsafeFsync })
  return openEmbedded({ dataDir, clock, log, onFatal })
}
