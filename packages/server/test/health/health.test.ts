import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { statement } from '../../src/db/statement.ts'
import { Disconnected } from '../../src/db/errors.ts'
import { makeWrites } from '../../src/health/writes.ts'
import { handClock, settle } from '../clock.ts'
import { openTestDb, testKinds } from '../db.ts'
import { startTestServer } from '../test-server.ts'

const position = statement('test_health_position', 'select pg_current_wal_insert_lsn()::text as at')
const READY = { status: 'ready', checks: { database: 'ok', write: 'ok', disk: 'ok' } }

for (const kind of testKinds())
  describe(`health, ${kind}`, () => {
    test('R17 a server that accepts messages is ready, one that only runs is alive', async () => {
      const clock = handClock()
      const testServer = await startTestServer({ kind, clock })
      try {
        const ready = await testServer.ask('/healthz')
        assert.deepEqual([ready.status, ready.body], [200, READY])
        const alive = await testServer.ask('/livez')
        assert.deepEqual([alive.status, alive.body], [200, { status: 'alive' }])
        await testServer.services.db.close()
        assert.deepEqual((await testServer.ask('/healthz')).body, READY, 'a look holds a second')
        await clock.move(1000)
        const failing = await testServer.ask('/healthz')
        assert.deepEqual(
          [failing.status, failing.body],
          [
            503,
            {
              status: 'failing',
              checks: { database: 'the database does not answer', write: 'not tried', disk: 'ok' },
            },
          ],
        )
        assert.equal(failing.headers.get('retry-after'), '2')
        assert.equal((await testServer.ask('/livez')).status, 200)
      } finally {
        await testServer.close()
      }
    })

    test('R17 while no commit tells whether writes succeed, a probe writes; it waits for the disk and needs no table', async () => {
      const { db, close } = await openTestDb(kind)
      try {
        const clock = handClock()
        const writes = makeWrites(clock)
        const at = async () => (await db.query<{ at: string }>(position, []))[0]?.at
        const before = await at()
        assert.equal(await writes.succeed(db), true)
        const after = await at()
        assert.notEqual(after, before, 'something was written')
        assert.equal(await writes.succeed(db), true)
        if (kind === 'embedded') assert.equal(await at(), after, 'and nothing again for a while')
        const away = writes.watch({
          ...db,
          pipeline: () => Promise.reject(Object.assign(new Disconnected('no space left'), { code: '53100' })),
        })
        await assert.rejects(away.pipeline(async () => {}))
        assert.equal(await writes.succeed(db), false, 'a commit has failed')
        await clock.move(29_000)
        assert.equal(await writes.succeed(db), false, 'a probe alone does not tell otherwise at once')
        await clock.move(1000)
        assert.equal(await writes.succeed(db), true)
        await assert.rejects(away.pipeline(async () => {}))
        writes.succeeded()
        assert.equal(await writes.succeed(db), true, 'a commit that succeeds tells at once')
      } finally {
        await close()
      }
    })
  })

test('R17 a server that shuts down reports 503 at once on a connection that is still open', async () => {
  const testServer = await startTestServer()
  const socket = connect(Number(new URL(testServer.url).port), '127.0.0.1')
  let heard = ''
  try {
    socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
    await once(socket, 'connect')
    // Under way before the end begins, and complete only after it has.
    socket.write('GET /healthz HTTP/1.1\r\nHost: server\r\nConnection: close\r\n')
    assert.equal((await testServer.ask('/healthz')).status, 200)
    const ended = testServer.stop()
    await settle()
    socket.write('\r\n')
    await Promise.all([once(socket, 'close'), ended])
    assert.match(heard, /^HTTP\/1\.1 503 [\s\S]*retry-after: 2[\s\S]*\{"status":"closing"\}$/)
  } finally {
    socket.destroy()
    await testServer.close()
  }
})
