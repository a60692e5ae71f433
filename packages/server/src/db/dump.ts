import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { realClock } from '../platform/clock.ts'
import { migrate } from './migrate.ts'
import { openDb } from './open.ts'
import { divideSmall } from './parts/divide.ts'
import { describeSchema } from './schema.ts'

/**
 * Writes the schema that the migrations produce into schema.sql, for reading and reviewing: `node
 * packages/server/src/db/dump.ts`. A test fails when the file is out of date.
 */
export const SCHEMA_FILE = new URL('./schema.sql', import.meta.url)

async function dump(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'deskbell-dump-'))
  const log = { info() {}, warn() {}, error() {} }
  const onFatal = (error: Error) => {
    throw error
  }
  try {
    const db = await openDb({ dataDir, clock: realClock, log, onFatal })
    await migrate(db, log)
    await divideSmall(db, log, realClock.now())
    writeFileSync(SCHEMA_FILE, await db.administer((client: ClientBase) => describeSchema(client)))
    await db.close()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

if (import.meta.main) await dump()
