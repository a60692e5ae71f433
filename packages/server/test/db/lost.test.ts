import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, before, describe, test } from 'node:test'
import { InDoubt, isSerialization, isUnavailable } from '../../src/db/errors.ts'
import { openDb } from '../../src/db/open.ts'
import { refusal } from '../../src/db/server.ts'
import { statement } from '../../src/db/statement.ts'
import { realClock } from '../../src/platform/clock.ts'
import { openTap } from '../checker/tap.ts'
import { openTestDb, quietLog, type TestDb, testKinds } from '../db.ts'

const one = statement('lost_one', 'select 1 as one')
const readPid = statement('lost_pid', 'select pg_backend_pid() as pid')
const endOthers = `select count(pg_terminate_backend(pid)) as n from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`
const slow = statement('lost_slow', 'select pg_sleep($1::float)')
const lockRow = statement('lost_lock', 'select id from pair where id = $1 for update')

/** Runs a function outside the caller's open transaction, as another request would. */
const outside = AsyncLocalStorage.snapshot()

const open = (databaseUrl: string) =>
  openDb({ databaseUrl, dataDir: '', clock: realClock, log: quietLog, onFatal: assert.fail })

/** A way to the database server that can stop forwarding. */
async function tapOf(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const tap = await openTap({ hostname: url.hostname, port: Number(url.port || 5432) })
  url.host = `127.0.0.1:${tap.port}`
  return { ...tap, url: url.href }
}

describe(
  'R4 a database server that becomes unavailable',
  { skip: testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL' },
  () => {
    let database: TestDb
    before(async () => {
      database = await openTestDb('server')
      await database.db.administer((client) =>
        client.query('create table pair (id int primary key); insert into pair values (1), (2)'),
      )
    })
    after(() => database.close())
    const endAll = () => database.db.administer((client) => client.query(endOthers))

    test('idle connections that were terminated are replaced, in the pool and for the commit', async () => {
      const { db } = database
      await Promise.all([db.query(one, []), db.query(one, []), db.pipeline((tx) => tx.query(one, []))])
      await endAll()
      // The error may be seen before the next query or with it; the one after it succeeds.
      for (let i = 0; i < 3; i++) {
        await db.query(one, []).catch((error: unknown) => assert.ok(isUnavailable(error), String(error)))
        await db
          .pipeline((tx) => tx.query(one, []))
          .catch((error: unknown) => assert.ok(isUnavailable(error), String(error)))
      }
      assert.deepEqual(await db.query(one, []), [{ one: 1 }])
      assert.deepEqual(await db.pipeline((tx) => tx.query(one, [])), [[{ one: 1 }]].flat())
    })

    test('a transaction whose connection is terminated fails as unavailable, and the next one works', async () => {
      const { db } = database
      for (const transact of [db.transaction, db.pipeline]) {
        let reached = false
        await assert.rejects(
          transact(async (tx) => {
            const [before] = await tx.query<{ pid: number }>(readPid, [])
            assert.ok(before)
            await outside(endAll)
            await tx.query(one, [])
            reached = true
          }),
          (error) => isUnavailable(error) && !isSerialization(error),
        )
        assert.equal(reached, false)
        assert.deepEqual(await transact((tx) => tx.query(one, [])), [{ one: 1 }])
      }
    })

    test('lost connections do not leak', async () => {
      const { db } = database
      for (let i = 0; i < 15; i++) {
        const asked = Promise.allSettled([
          ...Array.from({ length: 12 }, () => db.query(slow, [0.02])),
          db.pipeline((tx) => tx.query(slow, [0.02])),
        ])
        await endAll()
        await asked
      }
      await Promise.all(Array.from({ length: 20 }, () => db.query(one, [])))
      const { rows } = await db.administer((client) =>
        client.query<{ n: string }>('select count(*) as n from pg_stat_activity where datname = current_database()'),
      )
      assert.ok(Number(rows[0]?.n) <= 12, `${rows[0]?.n} connections`)
    })

    test('a connection that is lost during the commit gives an unknown outcome', async () => {
      const tap = await tapOf(database.databaseUrl ?? '')
      const db = await open(tap.url)
      try {
        await assert.rejects(
          db.pipeline(async (tx) => {
            await tx.query(one, [])
            tap.silence()
            const committed = Promise.all([tx.query(one, []), tx.commit()])
            setImmediate(tap.drop)
            await committed
          }),
          (error) => error instanceof InDoubt && isUnavailable(error),
        )
      } finally {
        await db.close()
        await tap.close()
      }
    })

    test('a server that does not listen is reported immediately', async () => {
      const tap = await tapOf(database.databaseUrl ?? '')
      const db = await open(tap.url)
      await tap.close()
      const since = performance.now()
      await assert.rejects(db.query(one, []), isUnavailable)
      await assert.rejects(db.query(one, []), isUnavailable)
      await assert.rejects(
        db.pipeline((tx) => tx.query(one, [])),
        isUnavailable,
      )
      assert.ok(performance.now() - since < 2_500)
      await db.close()
      await assert.rejects(db.query(one, []), isUnavailable)
      await assert.rejects(open(tap.url), /The database server of DATABASE_URL cannot be used: .*ECONNREFUSED/)
    })

    test('queries beyond the number of connections wait, and are refused after a time', async () => {
      const { db } = database
      const asked = await Promise.allSettled(Array.from({ length: 12 }, () => db.query(slow, [2.5])))
      const refused = asked.filter((each) => each.status === 'rejected')
      assert.equal(refused.length, 2)
      for (const { reason } of refused) assert.ok(isUnavailable(reason), String(reason))
    })

    test('of two deadlocked transactions one fails as retryable', async () => {
      const { db } = database
      let arrived = 0
      let meet = () => {}
      const both = new Promise<void>((resolve) => (meet = resolve))
      const work = (first: number, second: number) =>
        db.transaction(async (tx) => {
          await tx.query(lockRow, [first])
          if (++arrived === 2) meet()
          await both
          await tx.query(lockRow, [second])
        })
      const results = await Promise.allSettled([work(1, 2), work(2, 1)])
      const failed = results.filter((result) => result.status === 'rejected')
      assert.equal(failed.length, 1)
      assert.ok(isSerialization(failed[0]?.reason) && !isUnavailable(failed[0]?.reason))
    })

    test('R3 a database that is not in UTF8 is refused', async () => {
      const url = new URL(database.databaseUrl ?? '')
      const name = `${url.pathname.slice(1)}_ascii`
      await database.db.administer(async (client) => {
        await client.query(
          `create database ${name} encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`,
        )
      })
      url.pathname = `/${name}`
      await assert.rejects(open(url.href), /encoding SQL_ASCII.*createdb --encoding=UTF8/)
      await database.db.administer(async (client) => void (await client.query(`drop database ${name}`)))
    })

    test('R3 a server that acknowledges before the write is on disk is refused', async () => {
      await database.db.administer((client) =>
        client.query(
          `do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`,
        ),
      )
      await assert.rejects(open(database.databaseUrl ?? ''), /"synchronous_commit = off".*Set it to "on"/)
      const db = await openDb({
        databaseUrl: database.databaseUrl ?? '',
        dataDir: '',
        clock: realClock,
        log: quietLog,
        onFatal: assert.fail,
        allowUnsafeFsync: true,
      })
      await db.close()
    })
  },
)

describe('R3 refused database servers', () => {
  const good = { version: '150020', fsync: 'on', commit: 'on', encoding: 'UTF8' }
  const rows: [string, Partial<typeof good>, RegExp | undefined][] = [
    ['a good one is not', {}, undefined],
    ['the oldest', { version: '140000' }, undefined],
    ['one too old', { version: '130014' }, /PostgreSQL 13; Deskbell needs 14 or newer/],
    ['without fsync', { fsync: 'off' }, /"fsync = off".*Set "fsync = on"/],
    ['one that answers early', { commit: 'off' }, /"synchronous_commit = off"/],
    ['one with a standby', { commit: 'remote_apply' }, undefined],
    ['one with another encoding', { encoding: 'SQL_ASCII' }, /encoding SQL_ASCII.*createdb --encoding=UTF8/],
    ['one that trusts its own disk only', { commit: 'local' }, undefined],
  ]
  for (const [title, given, expected] of rows) {
    test(title, () => {
      const said = refusal({ ...good, ...given })
      if (expected) assert.match(said ?? '', expected)
      else assert.equal(said, undefined)
    })
  }
})
