import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { migrate } from '../../src/db/migrate.ts'
import { openTestDb, quietLog, type DbKind } from '../db.ts'

const ALL = fileURLToPath(new URL('../../src/db/migrations/', import.meta.url))

/**
 * A database that was upgraded to the newest schema while it held data: all migrations before number `first` run, then
 * the SQL of `before` writes the data, then the other migrations run. `rows` gives the rows of any SQL.
 */
export async function upgradeTestDb(t: TestContext, kind: DbKind, first: string, before: string) {
  const { db, close } = await openTestDb(kind)
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-upgrade-'))
  t.after(async () => {
    await close()
    rmSync(folder, { recursive: true })
  })
  const rows = (sql: string) => db.administer(async (client) => (await client.query(sql)).rows as unknown[])
  await rows('drop schema public cascade; create schema public')
  for (const file of readdirSync(ALL)) if (file < first) copyFileSync(join(ALL, file), join(folder, file))
  await migrate(db, quietLog, pathToFileURL(`${folder}/`))
  await rows(before)
  await migrate(db, quietLog)
  return { db, rows }
}
