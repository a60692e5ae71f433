import type { ClientBase } from 'pg'
import { readAccess } from '../schema.ts'
import { beforeOf, readOptions } from './growing.ts'

const KEYS = `
  select conname as name, pg_get_constraintdef(oid) as line,
    array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
  from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u')`

const INDEXES = `
  select c.relname as name, pg_get_indexdef(i.indexrelid) as line,
    exists (select from pg_constraint where conindid = i.indexrelid) as "isKey"
  from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = $1::regclass order by c.relname`

/** What a table had that is to be divided. */
export interface Replaced {
  /** Its name now. */
  readonly before: string
  /** What it was made with (`with (…)`). */
  readonly options: string
  readonly keys: readonly { readonly name: string; readonly line: string; readonly columns: readonly string[] }[]
  /** As the statements that made them. `isKey`: of one of the keys. */
  readonly indexes: readonly { readonly name: string; readonly line: string; readonly isKey: boolean }[]
}

/**
 * Renames a table, and makes one of its name that is divided `by`, with its columns, checks and permissions; it has no part yet, no key
 * and no index.
 */
export async function makeRoot(client: ClientBase, name: string, by: string): Promise<Replaced> {
  const before = beforeOf(name)
  const { rows: keys } = await client.query<Replaced['keys'][number]>(KEYS, [name])
  const { rows: indexes } = await client.query<Replaced['indexes'][number]>(INDEXES, [name])
  const options = await readOptions(client, name)
  const access = (await readAccess(client)).filter(({ object }) => object === name)

  await client.query(`alter table ${name} rename to ${before}`)
  for (const index of indexes) await client.query(`alter index ${index.name} rename to ${index.name}_before`)
  await client.query(
    `create table ${name} (like ${before} including all excluding constraints excluding indexes) partition by ${by}`,
  )
  for (const { line } of await checksOf(client, before)) await client.query(`alter table ${name} add ${line}`)
  for (const { kind, roles, line } of access) {
    await client.query(line)
    if (kind === 'grant') await client.query(`revoke all on ${before} from ${roles.join(', ')}`)
  }
  return { before, options, keys, indexes }
}

/** Constraints of the table but that which it has while it is being divided. */
async function checksOf(client: ClientBase, before: string): Promise<{ line: string }[]> {
  const { rows } = await client.query<{ line: string }>(
    `select format('constraint %I %s', conname, pg_get_constraintdef(oid)) as line from pg_constraint
     where conrelid = $1::regclass and contype in ('c', 'f') and conname not like '%_until' order by conname`,
    [before],
  )
  return rows
}

export async function hasRows(client: ClientBase, table: string): Promise<boolean> {
  return (await client.query(`select from ${table} limit 1`)).rows.length > 0
}

/** Versions that do not know this migration do not start on the database from now on. */
export const startSince = (client: ClientBase, migration: number): Promise<unknown> =>
  client.query('update migration set since = greatest(since, $1) where n = (select max(n) from migration)', [migration])
