import type { ClientBase } from 'pg'

/** $1: foreign keys, or the others. */
const CONSTRAINTS = `
  select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as drop,
    format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as add
  from pg_constraint c where c.connamespace = current_schema()::regnamespace and c.contype in ('f', 'p', 'u', 'x')
    and (c.contype = 'f') = $1
  order by c.conrelid::regclass::text, c.conname`

/** Those that are not a constraint. */
const INDEXES = `
  select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as add
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = current_schema()::regnamespace
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by i.indexrelid::regclass::text`

interface Statements {
  readonly drop: string
  readonly add: string
}

/**
 * Drops all keys and indexes of the tables, so that rows are written fast and in any order. Returns the statements that add them
 * again, to be run in this order.
 */
export async function dropKeysAndIndexes(client: ClientBase): Promise<string[]> {
  const references = (await client.query<Statements>(CONSTRAINTS, [true])).rows
  const keys = (await client.query<Statements>(CONSTRAINTS, [false])).rows
  const indexes = (await client.query<Statements>(INDEXES)).rows
  for (const { drop } of [...references, ...indexes, ...keys]) await client.query(drop)
  return [...keys, ...indexes, ...references].map(({ add }) => add)
}
