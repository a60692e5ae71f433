import type { ClientBase } from 'pg'

export type GrowingName = 'attempt' | 'event'

/** A table that grows with what happens, and whose rows are all removed after the same time. */
export interface GrowingTable {
  readonly name: GrowingName
  /** When the row was written. It is never changed. */
  readonly column: string
}

/**
 * These are divided into parts, one for each week (UTC). A part is dropped as a whole, so that nothing is to be vacuumed, and the
 * table takes no more room than what it has.
 */
export const GROWING: readonly GrowingTable[] = [
  { name: 'attempt', column: 'at' },
  { name: 'event', column: 'at' },
]

/** What was the table before it was divided: it has the rows of the weeks before it. */
export const beforeOf = (table: string): string => `${table}_before`
/** The part of what has no other one: no row is refused because its time is strange. */
export const otherOf = (table: string): string => `${table}_other`

const OPTIONS = `select coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '') as line from pg_class where oid = $1::regclass`

/** What a table is made with (`with (…)`), for another one like it: `like` does not copy it. */
export async function readOptions(client: ClientBase, table: string): Promise<string> {
  return (await client.query<{ line: string }>(OPTIONS, [table])).rows[0]?.line ?? ''
}

/** A part of a table: from a moment until before another one (ms). */
export interface Part {
  readonly name: string
  readonly from: number
  readonly to: number
}

const KIND = 'select relkind as kind from pg_class where oid = to_regclass($1)'
/** The part of all others has no bounds. */
const PARTS = `
  select name, coalesce(extract(epoch from (regexp_match(bound, 'FROM \\(''([^'']+)'))[1]::timestamptz)::float8 * 1000, '-Infinity') as from,
    coalesce(extract(epoch from (regexp_match(bound, 'TO \\(''([^'']+)'))[1]::timestamptz)::float8 * 1000, 'Infinity') as to
  from (select c.relname::text as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass) p
  where bound <> 'DEFAULT' order by 3`

/** The parts of a table but that of all others, in the order of time; undefined: it is not divided, or not there. */
export async function readParts(client: ClientBase, table: string): Promise<readonly Part[] | undefined> {
  const { rows } = await client.query<{ kind: string }>(KIND, [table])
  if (rows[0]?.kind !== 'p') return undefined
  return (await client.query<Part>(PARTS, [table])).rows
}
