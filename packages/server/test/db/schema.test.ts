import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SCHEMA_FILE } from '../../src/db/dump.ts'
import { describeSchema } from '../../src/db/schema.ts'
import { openTestDb } from '../db.ts'

test('schema.sql equals the schema that the migrations make', async () => {
  const { db, close } = await openTestDb('embedded')
  try {
    const made = await db.administer(describeSchema)
    assert.equal(
      readFileSync(SCHEMA_FILE, 'utf8'),
      made,
      'schema.sql is out of date: run node packages/server/src/db/dump.ts and look at what has changed',
    )
    // Checks that the dump is complete.
    for (const part of [
      'create table chat (',
      'fillfactor=70',
      'CREATE UNIQUE INDEX',
      'create policy one_account on chat',
    ]) {
      assert.ok(made.includes(part), part)
    }
    await db.administer((client) => client.query('create view seen as select 1 as x'))
    await assert.rejects(db.administer(describeSchema), /cannot describe relation seen/)
  } finally {
    await close()
  }
})
