import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { handClock, settle } from '../../test/clock.ts'
import { openTestDb, testKinds } from '../../test/db.ts'
import { openFiles } from '../files/files.ts'
import { statement } from '../db/statement.ts'
import { keepHouse } from './housekeeping.ts'
import { realIds } from '../platform/ids.ts'

const HOUR = 3600 * 1000
const left = statement(
  'test_house_left',
  'select (select count(*) from idempotency) as answers, (select count(*) from file) as files',
)

for (const kind of testKinds())
  test(`an hour after the start what has run out goes, also where nobody lets the desk run for a day, ${kind}`, async () => {
    const clock = handClock()
    const dataDir = mkdtempSync(join(tmpdir(), 'deskbell-house-'))
    const { db, close } = await openTestDb(kind, clock)
    const files = await openFiles({ dataDir, clock, ids: realIds })
    const errors: unknown[] = []
    const old = new Date(clock.now() - 30 * HOUR).toISOString()
    await db.administer(async (client) => {
      await client.query(`insert into account (name) values ('Shop')`)
      for (const at of [old, new Date(clock.now()).toISOString()]) {
        const values = [at, realIds.letters(22)]
        await client.query(`insert into idempotency values (1, 'channel 1', $2, '\\x00', '{}', $1)`, values)
        await client.query(
          `insert into file (account_id, id, purpose, name, mime, inline, size, created_at)
           values (1, $2, 'visitor', 'photo.jpg', 'image/jpeg', true, 1, $1)`,
          values,
        )
      }
    })
    const nothing = async () => false
    const stop = keepHouse({
      db,
      clock,
      files,
      expire: nothing,
      retain: nothing,
      onError: (error) => void errors.push(error),
    })
    await clock.move(HOUR)
    const swept = [{ answers: 1, files: 1 }]
    // In real time, because the database and a shared disk take real time.
    const until = performance.now() + 10_000
    while (performance.now() < until && !isDeepStrictEqual(await db.query(left, []), swept)) await settle(2)
    assert.deepEqual(await db.query(left, []), swept)
    assert.deepEqual(errors, [])
    stop()
    await files.close()
    await close()
    rmSync(dataDir, { recursive: true })
  })
