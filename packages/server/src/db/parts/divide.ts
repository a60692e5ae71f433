import type { ClientBase } from 'pg'
import type { Db, DbLog } from '../db.ts'
import { isLockTimeout } from '../errors.ts'
import { changeTables } from '../migrate.ts'
import { readAccess } from '../schema.ts'
import { makeAhead } from './ahead.ts'
import { beforeOf, GROWING, otherOf, readOptions, type GrowingTable } from './growing.ts'
import { WEEK, weekOf } from './weeks.ts'

/** A table that is not larger is read in a moment (bytes). */
const SMALL = 32 * 1024 * 1024
/**
 * Versions that do not know this migration remove old events by their place alone, and so newer ones in the same place of another
 * part: they do not start on a divided table. One that still runs does no harm while all rows are in one part.
 */
const SINCE = 62
/** A small table's first part ends so many weeks after this one: processes of the version before are gone by then. */
const FIRST_ENDS = 2
/** An arbitrary number, the same in every version: the process that divides large tables holds this lock. */
const LOCK = 4_096_201_129
/** A larger one is read while it is used, which takes less than these weeks. */
const READ_WITHIN = 4

interface State {
  readonly bytes: number
  /** The constraint that says until when it has rows (ms), while it is being divided. */
  readonly until: number | null
  readonly isRead: boolean | null
}

/** A table that is not divided yet. */
const STATE = `
  select pg_table_size(c.oid)::float8 as bytes, k.convalidated as "isRead",
    extract(epoch from (regexp_match(pg_get_constraintdef(k.oid), '''([^'']+)'''))[1]::timestamptz)::float8 * 1000 as until
  from pg_class c left join pg_constraint k on k.conrelid = c.oid and k.conname = c.relname || '_until'
  where c.oid = to_regclass($1) and c.relkind = 'r'`

const KEYS = `
  select conname as name, pg_get_constraintdef(oid) as line, exists (select from pg_attribute a
    where a.attrelid = conrelid and a.attnum = any(conkey) and a.attname = $2) as "hasTime"
  from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u')`

const INDEXES = `
  select c.relname as name, pg_get_indexdef(i.indexrelid) as line,
    exists (select from pg_constraint where conindid = i.indexrelid) as "isKey"
  from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = $1::regclass`

const timeOf = (ms: number) => `'${new Date(ms).toISOString()}'`

/**
 * Divides the tables that are small, as those of a new installation; with the embedded database, which can do nothing else meanwhile,
 * those of any size. To be called when the migrations have been applied, before anybody uses them.
 */
export async function divideSmall(db: Db, log: DbLog, now: number): Promise<void> {
  await db.administer(async (client) => {
    for (const table of GROWING) {
      const state = await readState(client, table)
      // After a long pause weeks are missing.
      if (!state) await makeAhead(client, table, now)
      if (!state || state.until !== null || (db.kind === 'server' && state.bytes > SMALL)) continue
      try {
        await changeTables(client, async () => {
          if (await readState(client, table)) await divide(client, table, await endOf(client, table, now))
        })
        await makeAhead(client, table, now)
      } catch (error) {
        if (!isLockTimeout(error)) throw error
        log.info({ table: table.name }, 'a table is divided later: it is in use')
      }
    }
  })
}

/**
 * Divides the tables that are large, while they are used: says until when a table has rows, has Postgres read that it is so, which
 * stops nobody, and then makes the table the first part of a new one, in a moment. Goes on where it was interrupted.
 */
export async function divideLarge(db: Db, log: DbLog, now: number): Promise<void> {
  await db.administer(async (client) => {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK])
    if (!rows[0]?.free) return
    try {
      for (const table of GROWING) await divideUsed(client, table, { log, now })
    } finally {
      // A connection that is lost has no lock.
      await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {})
    }
  })
}

async function divideUsed(
  client: ClientBase,
  table: GrowingTable,
  { log, now }: { readonly log: DbLog; readonly now: number },
): Promise<void> {
  const { name, column } = table
  const constraint = `${name}_until`
  const forget = () =>
    changeTables(client, () => client.query(`alter table ${name} drop constraint if exists ${constraint}`))
  let state = await readState(client, table)
  // Rows that come until then have to pass it: it was said too long ago.
  if (state && state.until !== null && state.until - now < WEEK) {
    await forget()
    state = { ...state, until: null, isRead: null }
  }
  if (!state) return
  const until = state.until ?? weekOf(now) + READ_WITHIN * WEEK
  if (state.until === null) {
    log.info(
      { table: name, bytes: state.bytes },
      'a table is being divided by weeks: it is read once, while it is used',
    )
    await changeTables(client, () =>
      client.query(`alter table ${name} add constraint ${constraint} check (${column} < ${timeOf(until)}) not valid`),
    )
  }
  if (state.isRead !== true)
    try {
      await client.query(`alter table ${name} validate constraint ${constraint}`)
    } catch (error) {
      await forget()
      throw error
    }
  await changeTables(client, async () => {
    await divide(client, table, until)
    await client.query(`alter table ${beforeOf(name)} drop constraint ${constraint}`)
  })
  await makeAhead(client, table, now)
  log.info({ table: name }, 'a table was divided by weeks')
}

async function readState(client: ClientBase, { name }: GrowingTable): Promise<State | undefined> {
  return (await client.query<State>(STATE, [name])).rows[0]
}

/** The end of the first part: after the newest row, and more than a week from now. */
async function endOf(client: ClientBase, { name, column }: GrowingTable, now: number): Promise<number> {
  const { rows } = await client.query<{ newest: number | null }>(
    `select extract(epoch from max(${column}))::float8 * 1000 as newest from ${name}`,
  )
  return Math.max(weekOf(now) + FIRST_ENDS * WEEK, weekOf(rows[0]?.newest ?? now) + WEEK)
}

/** Makes the table the part of a new one of its name that has what was written before `until`. */
async function divide(client: ClientBase, { name, column }: GrowingTable, until: number): Promise<void> {
  const [before, other] = [beforeOf(name), otherOf(name)]
  const { rows: keys } = await client.query<{ name: string; line: string; hasTime: boolean }>(KEYS, [name, column])
  const { rows: indexes } = await client.query<{ name: string; line: string; isKey: boolean }>(INDEXES, [name])
  const options = await readOptions(client, name)
  const access = (await readAccess(client)).filter(({ object }) => object === name)

  await client.query(`alter table ${name} rename to ${before}`)
  for (const index of indexes) await client.query(`alter index ${index.name} rename to ${index.name}_before`)
  await client.query(
    `create table ${name} (like ${before} including all excluding constraints excluding indexes) partition by range (${column})`,
  )
  for (const { line } of await checksOf(client, before)) await client.query(`alter table ${name} add ${line}`)
  for (const { name: key, line, hasTime } of keys)
    if (hasTime) await client.query(`alter table ${name} add constraint ${key} ${line}`)
  for (const { line, isKey } of indexes) if (!isKey && !isOfTime(line, column)) await client.query(line)
  for (const { kind, roles, line } of access) {
    await client.query(line)
    if (kind === 'grant') await client.query(`revoke all on ${before} from ${roles.join(', ')}`)
  }
  await client.query(`alter table ${name} attach partition ${before} for values from (minvalue) to (${timeOf(until)})`)
  await client.query(`create table ${other} (like ${name} including all)${options}`)
  // What is unique without the time is so in each part.
  for (const { line, hasTime } of keys) if (!hasTime) await client.query(`alter table ${other} add ${line}`)
  await client.query(`alter table ${name} attach partition ${other} default`)
  await client.query('update migration set since = greatest(since, $1) where n = (select max(n) from migration)', [
    SINCE,
  ])
}

/** An index that finds old rows is of no use in a part that is dropped. */
const isOfTime = (line: string, column: string) => line.endsWith(` (${column})`)

/** Constraints of the table but that which it has while it is being divided. */
async function checksOf(client: ClientBase, before: string): Promise<{ line: string }[]> {
  const { rows } = await client.query<{ line: string }>(
    `select format('constraint %I %s', conname, pg_get_constraintdef(oid)) as line from pg_constraint
     where conrelid = $1::regclass and contype in ('c', 'f') and conname not like '%_until' order by conname`,
    [before],
  )
  return rows
}
