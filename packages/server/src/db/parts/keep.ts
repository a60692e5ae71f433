import type { ClientBase } from 'pg'
import { mayChangeTables } from '../migrate.ts'
import { makeAhead } from './ahead.ts'
import { beforeOf, GROWING, otherOf, readParts, type GrowingName } from './growing.ts'

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
  const made = await makeAhead(client, { name, column }, now)
  const dropped: string[] = []
  for (const part of parts.filter(({ to }) => to <= now - kept))
    if (await mayChangeTables(client, () => client.query(`drop table if exists ${part.name}`))) dropped.push(part.name)
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

async function removeRows(
  client: ClientBase,
  { part, column }: { readonly part: string; readonly column: string },
  before: number,
): Promise<void> {
  const text = `delete from ${part} where ctid = any(array(select ctid from ${part} where ${column} < $1 limit ${AT_ONCE}))`
  for (let rows = AT_ONCE; rows === AT_ONCE;) rows = (await client.query(text, [new Date(before)])).rowCount ?? 0
}
