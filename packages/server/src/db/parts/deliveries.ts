import type { ClientBase } from 'pg'
import type { DbLog } from '../db.ts'
import { isLockTimeout } from '../errors.ts'
import { changeTables, mayChangeTables } from '../migrate.ts'
import { makeAhead, makeFirst } from './ahead.ts'
import { beforeOf, ENDED, otherOf } from './growing.ts'
import { hasRows, makeRoot, startSince, type Replaced } from './root.ts'

/*
 * `delivery` is divided by what becomes of its rows. Those that wait or are due are in `delivery_live`, which stays small: only there
 * are rows changed. One that ends moves to `delivery_ended`, in the week of its end, and is dropped with it. What was the table
 * before, `delivery_before`, has the rows with lower ids, until the last of them is removed.
 */
const NAME = 'delivery'
const AFTER = 'delivery_after'
const LIVE = 'delivery_live'

/** The version before promotes deliveries by their place alone: in the same place of another part is another row. */
const SINCE = 62
/** So does every process of a version before this one. */
const SAFE = [0, 2] as const
/** Ids that are written while a large table is read, and those of them that may be used up before it begins anew. */
const ROOM = 100_000_000
const LEAST_ROOM = 10_000_000

interface State {
  readonly bytes: number
  /** The constraint that says below which id its rows are, while it is being divided. */
  readonly until: number | null
  readonly isRead: boolean | null
}

const STATE = `
  select pg_table_size(c.oid)::float8 as bytes, k.convalidated as "isRead",
    (regexp_match(pg_get_constraintdef(k.oid), '(\\d+)'))[1]::float8 as until
  from pg_class c left join pg_constraint k on k.conrelid = c.oid and k.conname = c.relname || '_until'
  where c.oid = to_regclass('${NAME}') and c.relkind = 'r'`

/** Undefined: it is divided, or not there. */
const readState = async (client: ClientBase): Promise<State | undefined> => (await client.query<State>(STATE)).rows[0]

/**
 * Divides a table that is read in a moment. To be called before anybody uses it. `isOurs`: no process of another version can be
 * starting, as with the embedded database; else only a new table is divided, and another one soon after the start.
 */
export async function divideSmallDeliveries(
  client: ClientBase,
  {
    small,
    isOurs,
    log,
    now,
  }: { readonly small: number; readonly isOurs: boolean; readonly log: DbLog; readonly now: number },
): Promise<void> {
  const state = await readState(client)
  // After a long pause weeks are missing.
  if (!state) await makeAhead(client, ENDED, now)
  if (!state || state.until !== null || state.bytes > small) return
  if (!isOurs && (await hasRows(client, NAME))) return
  if (!(await isSafe(client))) return
  try {
    await changeTables(client, async () => {
      if (await readState(client)) await divide(client, { now })
    })
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    log.info({ table: NAME }, 'a table is divided later: it is in use')
  }
}

/**
 * Divides the table while it is used, when no process of an earlier version runs: says below which id its rows are, has Postgres read
 * that it is so, which stops nobody, and then makes it the first part of a new one, in a moment. Goes on where it was interrupted.
 */
export async function divideUsedDeliveries(
  client: ClientBase,
  { log, now }: { readonly log: DbLog; readonly now: number },
): Promise<void> {
  const constraint = `${NAME}_until`
  const forget = () =>
    changeTables(client, () => client.query(`alter table ${NAME} drop constraint if exists ${constraint}`))
  let state = await readState(client)
  if (!state || !(await isSafe(client))) return
  const next = await nextId(client, NAME)
  if (state.until !== null && state.until - next < LEAST_ROOM) {
    await forget()
    state = { ...state, until: null, isRead: null }
  }
  const until = state.until ?? next + ROOM
  if (state.until === null) {
    log.info({ table: NAME, bytes: state.bytes }, 'a table is being divided: it is read once, while it is used')
    await changeTables(client, () =>
      client.query(`alter table ${NAME} add constraint ${constraint} check (id < ${until}) not valid`),
    )
  }
  if (state.isRead !== true) await client.query(`alter table ${NAME} validate constraint ${constraint}`)
  await changeTables(client, async () => {
    await divide(client, { now, until })
    await client.query(`alter table if exists ${beforeOf(NAME)} drop constraint if exists ${constraint}`)
  })
  log.info({ table: NAME }, 'a table was divided')
}

/** Rows that one statement removes. */
const AT_ONCE = 5000

/**
 * Removes what ended before a time (ms) from what was the table before, with its attempts, and that itself when nothing is left of it.
 */
export async function clearBefore(client: ClientBase, before: number): Promise<void> {
  const part = beforeOf(NAME)
  if (!(await isThere(client, part))) return
  const text = `
    with gone as (
      delete from ${part} where ctid = any(array(select ctid from ${part} where ${ENDED.column} < $1 limit ${AT_ONCE}))
      returning account_id, id),
    attempts as (delete from attempt a using gone where a.account_id = gone.account_id and a.delivery_id = gone.id)
    select from gone`
  for (let rows = AT_ONCE; rows === AT_ONCE;) rows = (await client.query(text, [new Date(before)])).rows.length
  // Its ids are used up: no row comes into it.
  if (!(await hasRows(client, part))) await mayChangeTables(client, () => client.query(`drop table if exists ${part}`))
}

/** Removes the attempts at the deliveries of a week from the part that has those of many weeks: an erasure would not find them. */
export async function clearAttempts(client: ClientBase, week: string): Promise<void> {
  const part = beforeOf('attempt')
  if (!(await isThere(client, part))) return
  const text = `
    delete from ${part} where ctid = any(array(select a.ctid from ${week} d
      join ${part} a on a.account_id = d.account_id and a.delivery_id = d.id limit ${AT_ONCE}))`
  for (let rows = AT_ONCE; rows === AT_ONCE;) rows = (await client.query(text)).rowCount ?? 0
}

async function isThere(client: ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table])
  return rows[0]?.there === true
}

/** Makes the table the part of a new one of its name that has the ids below `until`, or all that it has. */
async function divide(
  client: ClientBase,
  { now, until }: { readonly now: number; readonly until?: number },
): Promise<void> {
  await client.query(`lock table ${NAME} in access exclusive mode`)
  const first = until ?? (await nextId(client, NAME))
  const replaced = await makeRoot(client, NAME, 'range (id)')
  const { before, options } = replaced
  await client.query(`alter table ${before} alter column id drop identity`)
  await client.query(`alter table ${NAME} alter column id restart with ${first}`)
  const isNew = !(await hasRows(client, before))
  if (isNew) await client.query(`drop table ${before}`)
  else await client.query(`alter table ${NAME} attach partition ${before} for values from (minvalue) to (${first})`)
  const [ended, other] = [ENDED.name, otherOf(ENDED.name)]
  for (const line of [
    `create table ${AFTER} partition of ${NAME} for values from (${isNew ? 'minvalue' : first}) to (maxvalue) partition by list (state)`,
    `create table ${LIVE} partition of ${AFTER} for values in ('waiting', 'due')${options}`,
    // Named, so that statements can say that they mean none of them.
    `create table ${ended} partition of ${AFTER} for values in ('done', 'failed', 'cancelled', 'dead_letter') partition by range (${ENDED.column})`,
    `create table ${other} partition of ${ended} default${options}`,
  ])
    await client.query(line)
  await addIndexes(client, LIVE, replaced, isOfLive)
  await addIndexes(client, other, replaced, isOfEnded)
  await makeFirst(client, ENDED, now)
  await startSince(client, SINCE)
}

async function addIndexes(
  client: ClientBase,
  part: string,
  { keys, indexes }: Replaced,
  isOf: (line: string) => boolean,
): Promise<void> {
  for (const { line } of keys) await client.query(`alter table ${part} add ${line}`)
  for (const { name, line, isKey } of indexes)
    if (!isKey && isOf(line))
      await client.query(
        line.replace(/^(CREATE (?:UNIQUE )?INDEX) \S+ ON \S+ /, `$1 ${name.replace(NAME, part)} ON ${part} `),
      )
}

/** An index of rows in states that are not in the part is of no use there, nor one that finds old rows in a part that is dropped. */
const isOfLive = (line: string) => !/'failed'|\(finished_at\)/.test(line)
const isOfEnded = (line: string) => !/'due'|\(finished_at\)/.test(line)

/** The id of the next row. */
async function nextId(client: ClientBase, table: string): Promise<number> {
  const { rows: found } = await client.query<{ name: string }>(
    `select pg_get_serial_sequence('${table}', 'id') as name`,
  )
  const { rows } = await client.query<{ next: number }>(
    `select greatest((select last_value + case when is_called then 1 else 0 end from ${found[0]?.name}),
       (select coalesce(max(id), 0) + 1 from ${table}))::float8 as next`,
  )
  return rows[0]?.next ?? 1
}

/** No process of a version before this one runs. */
async function isSafe(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ version: string }>('select version from process')
  return rows.every(({ version }) => {
    const [major = 0, minor = 0] = version.split('.').map(Number)
    return major > SAFE[0] || (major === SAFE[0] && minor >= SAFE[1])
  })
}
