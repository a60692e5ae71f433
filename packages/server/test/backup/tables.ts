import { createHash } from 'node:crypto'
import type { Db } from '../../src/db/db.ts'
import { readTables } from '../../src/backup/tables.ts'

/** The rows of every table that a backup has, as text, in order. */
export function readAll(db: Db): Promise<Record<string, string[]>> {
  return db.administer(async (client) => {
    const found: Record<string, string[]> = {}
    for (const { name } of await readTables(client)) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`)
      found[name] = rows.map(({ row }) => row)
    }
    return found
  })
}

/** A short name of each table's rows, for a comparison that can be read. */
export const digestsOf = (tables: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      name,
      `${rows.length} ${createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 12)}`,
    ]),
  )
