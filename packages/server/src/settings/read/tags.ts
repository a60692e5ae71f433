import type { TagColour } from '@deskbell/protocol/agent/tag-colours'
import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { TagRecord } from '../records.ts'

const readTagRows = statement(
  'read_tags',
  'select account_id, id, name, colour from tag where account_id = any($1::int[]) order by account_id, lower(name), id',
)

export async function readTags(
  db: Db,
  accounts: readonly number[],
): Promise<(TagRecord & { readonly accountId: number })[]> {
  type Row = { account_id: number; id: number; name: string; colour: TagColour }
  const rows = await db.query<Row>(readTagRows, [accounts])
  return rows.map(({ account_id: accountId, id, name, colour }) => ({ accountId, id, name, colour }))
}
