import type { ClientBase } from 'pg'
import { mayChangeTables } from '../migrate.ts'
import { beforeOf, GROWING, otherOf, readParts, type GrowingName } from './growing.ts'
import { partOf, WEEK, weekOf } from './weeks.ts'

/** Parts are made for so many weeks after this one. */
const AHEAD = 2
/** Rows that one statement removes. */
const AT_ONCE = 5000

/**
 * Makes the parts of the next weeks, drops those whose rows are all older than `kept` (ms), and removes such rows from the parts
 * that are of no week. Resolves with what it did.
 */
export async function keepParts(
  client: ClientBase,
  { name, kept }: { readonly name: GrowingName; readonly kept: number },
  now: number,
): Promise<{ readonly made: number; readonly dropped: readonly string[] }> {
  const column = GROWING.find((one) => one.name === name)?.column
  const parts = column === undefined ? undefined : await readParts(client, name)
  if (column === undefined || !parts) return { made: 0, dropped: [] }
  let made = 0
  for (let week = weekOf(now); week <= weekOf(now) + AHEAD * WEEK; week += WEEK) {
    if (parts.some(({ from, to }) => from < week + WEEK && to > week)) continue
    if (await mayChangeTables(client, () => makePart(client, { name, column }, week))) made++
  }
  const dropped: string[] = []
  for (const part of parts.filter(({ to }) => to <= now - kept))
    if (await mayChangeTables(client, () => client.query(`drop table ${part.name}`))) dropped.push(part.name)
  await removeRows(client, { part: otherOf(name), column }, now - kept)
  const before = beforeOf(name)
  const isThere = parts.some((part) => part.name === before) && !dropped.includes(before)
  // Without an index all of it would be read, each time.
  if (isThere && (await hasIndex(client, { part: before, column })))
    await removeRows(client, { part: before, column }, now - kept)
  return { made, dropped }
}

async function hasIndex(
  client: ClientBase,
  { part, column }: { readonly part: string; readonly column: string },
): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where i.indrelid = $1::regclass and a.attname = $2`,
    [part, column],
  )
  return rows.length > 0
}

async function makePart(
  client: ClientBase,
  { name, column }: { readonly name: string; readonly column: string },
  week: number,
): Promise<void> {
  const [part, other] = [partOf(name, week), otherOf(name)]
  const [from, to] = [new Date(week).toISOString(), new Date(week + WEEK).toISOString()]
  const { rows } = await client.query<{ options: string | null }>(
    `select ' with (' || array_to_string(reloptions, ', ') || ')' as options from pg_class where oid = $1::regclass`,
    [other],
  )
  await client.query(`create table ${part} (like ${other} including all)${rows[0]?.options ?? ''}`)
  // Rows of this week came when it had no part. Nobody writes further ones before the part is there.
  await client.query(`lock table ${other} in access exclusive mode`)
  await client.query(
    `with moved as (delete from ${other} where ${column} >= '${from}' and ${column} < '${to}' returning *)
     insert into ${part} select * from moved`,
  )
  await client.query(`alter table ${name} attach partition ${part} for values from ('${from}') to ('${to}')`)
}

async function removeRows(
  client: ClientBase,
  { part, column }: { readonly part: string; readonly column: string },
  before: number,
): Promise<void> {
  const text = `delete from ${part} where ctid = any(array(select ctid from ${part} where ${column} < $1 limit ${AT_ONCE}))`
  for (let rows = AT_ONCE; rows === AT_ONCE;) rows = (await client.query(text, [new Date(before)])).rowCount ?? 0
}
