import type { ClientBase } from 'pg'
import { mayChangeTables } from '../migrate.ts'
import { otherOf, readOptions, readParts, type GrowingTable } from './growing.ts'
import { partOf, WEEK, weekOf } from './weeks.ts'

/** Parts are made for so many weeks after this one. */
const AHEAD = 2

/** Makes the parts of this week and of those to come that have none. Resolves with how many it made. */
export async function makeAhead(client: ClientBase, table: GrowingTable, now: number): Promise<number> {
  const parts = await readParts(client, table.name)
  if (!parts) return 0
  let made = 0
  for (let week = weekOf(now); week <= weekOf(now) + AHEAD * WEEK; week += WEEK) {
    if (parts.some(({ from, to }) => from < week + WEEK && to > week)) continue
    if (await mayChangeTables(client, () => makePart(client, table, week))) made++
  }
  return made
}

async function makePart(client: ClientBase, { name, column }: GrowingTable, week: number): Promise<void> {
  const [part, other] = [partOf(name, week), otherOf(name)]
  const [from, to] = [new Date(week).toISOString(), new Date(week + WEEK).toISOString()]
  const { rows } = await client.query<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [part])
  // Another process has made it meanwhile.
  if (rows[0]?.isThere) return
  await client.query(`create table ${part} (like ${other} including all)${await readOptions(client, other)}`)
  // Rows of this week came when it had no part. Nobody writes further ones before the part is there.
  await client.query(`lock table ${other} in access exclusive mode`)
  await client.query(
    `with moved as (delete from ${other} where ${column} >= '${from}' and ${column} < '${to}' returning *)
     insert into ${part} select * from moved`,
  )
  await client.query(`alter table ${name} attach partition ${part} for values from ('${from}') to ('${to}')`)
}
