import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { statement } from '../../src/db/statement.ts'
import { realIds } from '../../src/platform/ids.ts'
import { handClock, settle } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startTestServer } from '../test-server.ts'

const HOUR = 3600 * 1000
const left = statement(
  'test_cleanups_left',
  'select (select count(*) from idempotency) as answers, (select count(*) from file) as files',
)

for (const kind of testKinds())
  test(`an hour after the start expired idempotency answers and photos are removed, ${kind}`, async () => {
    const clock = handClock()
    const lines: string[] = []
    const server = await startTestServer({ kind, clock, onLog: (line) => void lines.push(line) })
    const { db } = server.services
    const old = new Date(clock.now() - 30 * HOUR).toISOString()
    await db.administer(async (client) => {
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
    await clock.move(HOUR)
    const swept = [{ answers: 1, files: 1 }]
    // Waits in real time for the database and the disk.
    const until = performance.now() + 10_000
    while (performance.now() < until && !isDeepStrictEqual(await db.query(left, []), swept)) await settle(2)
    assert.deepEqual(await db.query(left, []), swept)
    assert.deepEqual(
      lines.filter((line) => line.includes('a cleanup failed')),
      [],
    )
    await server.close()
  })
