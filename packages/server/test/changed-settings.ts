import { statement } from '../src/db/statement.ts'
import type { TestServer } from './test-server.ts'

const raiseRevision = statement('test_raise_revision', 'update account set revision = revision + 1')

/** Makes the server read all settings again, after a test has changed their rows by SQL. */
export async function rereadSettings({ services: { db, directory } }: TestServer): Promise<void> {
  await db.query(raiseRevision, [])
  await directory.refresh()
}
