import type { ClientBase } from 'pg'
import { copyOut } from './copy.ts'
import type { BackupHead, BackupTable } from './format.ts'

/** Pages of a table in one entry: 4 MB, or more when the database keeps long values beside them. */
const PAGES = 512

/** Tables that say what the database is and who uses it. Those without a log are left out, too: a crash empties them. */
const LEFT_OUT = ['migration', 'process']

/** A later version may have divided a table into parts: they are no tables of their own. */
const IS_TABLE = `c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`

/** What holds the rows of a table: itself, or its parts. */
const PARTS = `
  select p.place::text, (pg_relation_size(p.place) / current_setting('block_size')::int)::int as pages
  from (select $1::regclass as place where not exists (select from pg_partitioned_table where partrelid = $1::regclass)
    union all select relid from pg_partition_tree($1::regclass) where isleaf) p
  order by 1`

const TABLES = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where ${IS_TABLE} and c.relpersistence = 'p' and c.relname <> all($1::text[])
  group by c.relname order by c.relname`

const IDENTITIES = `
  select c.relname as table, a.attname as column, format('%I', c.relname) as place
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
  where ${IS_TABLE} order by 1, 2`

export async function readTables(client: ClientBase): Promise<BackupTable[]> {
  return (await client.query<BackupTable>(TABLES, [LEFT_OUT])).rows
}

/** Where the numbers of identity columns go on. Numbers that were taken and not used stay unused. */
export async function readNext(client: ClientBase): Promise<BackupHead['next']> {
  const { rows } = await client.query<{ table: string; column: string; place: string }>(IDENTITIES)
  const next: BackupHead['next'] = []
  for (const { table, column, place } of rows) {
    const sequence = 'select pg_get_serial_sequence($1, $2) as name'
    const [found] = (await client.query<{ name: string }>(sequence, [place, column])).rows
    const [at] = (
      await client.query<{ value: string }>(
        `select (last_value + case when is_called then 1 else 0 end)::text as value from ${found?.name}`,
      )
    ).rows
    next.push({ table, column, value: at?.value ?? '1' })
  }
  return next
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const columnsOf = ({ columns }: BackupTable) => columns.map(quote).join(', ')

/** The rows of a table, in parts, as the transaction sees them. `rest` is awaited after each part was read. */
export async function* readRows(
  client: ClientBase,
  table: BackupTable,
  rest: () => Promise<void>,
): AsyncGenerator<{ rows: number; text: Buffer }> {
  const { rows: parts } = await client.query<{ place: string; pages: number }>(PARTS, [quote(table.name)])
  // Names of tables come from the database in quotes where they need them.
  for (const { place, pages } of parts)
    for (let from = 0; from < pages; from += PAGES) {
      const range = `ctid >= '(${from},0)' and ctid < '(${from + PAGES},0)'`
      const text = await copyOut(client, `copy (select ${columnsOf(table)} from ${place} where ${range}) to stdout`)
      await rest()
      // Line breaks in values are written as \\n.
      if (text.length > 0) yield { rows: countLines(text), text }
    }
}

/** Rows of a table that was emptied in the same transaction need no vacuum afterwards. */
export const copyInto = (table: BackupTable): string =>
  `copy ${quote(table.name)} (${columnsOf(table)}) from stdin with (freeze true)`

export const emptyAll = (tables: readonly BackupTable[]): string =>
  `truncate ${tables.map(({ name }) => quote(name)).join(', ')}`

export const restartAt = ({ table, column, value }: BackupHead['next'][number]): string =>
  `alter table ${quote(table)} alter column ${quote(column)} restart with ${BigInt(value)}`

export function countLines(text: Buffer): number {
  let lines = 0
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) lines++
  return lines
}
