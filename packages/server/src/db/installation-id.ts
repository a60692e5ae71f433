import { createHash } from 'node:crypto'
import type { Ids } from '../platform/ids.ts'
import type { Db } from './db.ts'
import { statement } from './statement.ts'

const keepStatement = statement(
  'installation_id_keep',
  'insert into installation (id) values ($1) on conflict do nothing',
)
const idStatement = statement(
  'installation_id',
  `select id, (select oid::text from pg_database where datname = current_database()) as database,
     current_schema()::regnamespace::oid::text as schema from installation`,
)
const clusterStatement = statement(
  'installation_cluster',
  'select system_identifier::text as cluster from pg_control_system()',
)

/**
 * The id shared by all processes of one installation and by no other: a random id that the first start stores, combined
 * with the identity of the database. A copy of the database on another server, or beside it, is thereby another
 * installation.
 */
export async function readInstallationId(db: Db, ids: Pick<Ids, 'letters'>): Promise<string> {
  await db.query(keepStatement, [ids.letters(32)])
  const [row] = await db.query<{ id: string; database: string; schema: string }>(idStatement, [])
  if (!row) throw new Error('the installation has no id')
  // An operator may have revoked this function from ordinary users; all processes use the same user.
  const [of] = await db.query<{ cluster: string }>(clusterStatement, []).catch(() => [])
  const identity = [row.id, of?.cluster ?? '', row.database, row.schema].join(':')
  return createHash('sha256').update(identity).digest('base64url').slice(0, 32)
}
