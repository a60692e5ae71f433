import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inTransaction, migrate, withTablesKept } from '../../src/db/migrate.ts'
import { openDb } from '../../src/db/open.ts'
import { realClock } from '../../src/platform/clock.ts'
import { soon } from '../channels/widget/soon.ts'
import { openTestDb, quietLog, type TestDb, testKinds } from '../db.ts'

for (const kind of testKinds()) {
  describe(`migrations on the ${kind} database`, () => {
    let database: TestDb
    let path: string
    let folder: URL
    before(async () => {
      database = await openTestDb(kind)
    })
    after(() => database.close())
    afterEach(() => rmSync(path, { recursive: true }))
    beforeEach(async () => {
      // A database without migrations, and a folder of migrations.
      await database.db.administer((client) => client.query('drop schema public cascade; create schema public'))
      path = mkdtempSync(join(tmpdir(), 'deskbell-migrations-'))
      folder = pathToFileURL(`${path}/`)
      write('0001_first.sql', 'create table a (id int); insert into a values (1);')
      write('0002_second.sql', 'create table b (id int); insert into b select id + 1 from a;')
    })
    const write = (file: string, text: string) => writeFileSync(join(path, file), text)
    /** Another process on the same database server. */
    const openOther = () =>
      openDb({
        ...{ databaseUrl: database.databaseUrl ?? '', dataDir: '', clock: realClock, log: quietLog },
        onFatal: assert.fail,
      })
    const rows = (sql: string) => database.db.administer(async (client) => (await client.query(sql)).rows)

    test('are applied in order, once', async () => {
      assert.equal(await migrate(database.db, quietLog, folder), 2)
      assert.equal(await migrate(database.db, quietLog, folder), 0)
      write('0003_third.sql', 'update b set id = 5')
      assert.equal(await migrate(database.db, quietLog, folder), 1)
      assert.deepEqual(await rows('select a.id as a, b.id as b from a, b'), [{ a: 1, b: 5 }])
      assert.deepEqual(await rows('select n, name, length(sha256) as hash from migration order by n'), [
        { n: 1, name: 'first', hash: 64 },
        { n: 2, name: 'second', hash: 64 },
        { n: 3, name: 'third', hash: 64 },
      ])
    })

    test('a failing migration is rolled back, and those before it are kept', async () => {
      write('0002_second.sql', 'create table b (id int); select 1 / 0;')
      await assert.rejects(migrate(database.db, quietLog, folder), /division by zero/)
      assert.deepEqual(await rows('select n from migration'), [{ n: 1 }])
      assert.deepEqual(await rows("select to_regclass('b') as b"), [{ b: null }])
      write('0002_second.sql', 'create table b (id int)')
      assert.equal(await migrate(database.db, quietLog, folder), 1)
    })

    test('a migration that was changed after it was applied is refused', async () => {
      await migrate(database.db, quietLog, folder)
      write('0001_first.sql', 'create table a (id bigint)')
      await assert.rejects(
        migrate(database.db, quietLog, folder),
        /Migration 1 \(first\) is not the one that was applied/,
      )
    })

    test('R31 a version runs on the database of a newer one, until that has removed what it uses', async () => {
      write('0003_third.sql', 'create table c (id int);')
      await migrate(database.db, quietLog, folder)
      rmSync(join(path, '0003_third.sql'))
      assert.equal(await migrate(database.db, quietLog, folder), 0)
      // The third does not use `a` any more, the fourth removes it: the second, which does, cannot run.
      write('0003_third.sql', 'create table c (id int);')
      write('0004_fourth.sql', '-- contract: since 0003\ndrop table a;')
      assert.equal(await migrate(database.db, quietLog, folder), 1)
      rmSync(join(path, '0004_fourth.sql'))
      assert.equal(await migrate(database.db, quietLog, folder), 0)
      rmSync(join(path, '0003_third.sql'))
      await assert.rejects(
        migrate(database.db, quietLog, folder),
        /migration 4 \(fourth\), which removed what this version of Deskbell uses\. Start a version that knows migration 3/,
      )
    })

    test('files that are out of order or badly named are refused', async () => {
      write('0004_fourth.sql', '')
      await assert.rejects(migrate(database.db, quietLog, folder), /0004_fourth.sql should be number 3/)
      rmSync(join(path, '0004_fourth.sql'))
      write('extra.sql', '')
      await assert.rejects(migrate(database.db, quietLog, folder), /extra.sql should be number 3/)
    })

    test(
      'R31 a process starts while a backup reads the tables, and a migration waits for it without stopping anybody',
      { skip: kind === 'embedded' && 'one process only' },
      async () => {
        await migrate(database.db, quietLog, folder)
        const other = await openOther()
        const [read, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const backup = other.administer((client) =>
          withTablesKept(client, () =>
            inTransaction(client, async () => {
              await client.query('select from a')
              await client.query('select from migration')
              begun.resolve()
              await read.promise
            }),
          ),
        )
        try {
          await begun.promise
          assert.equal(await migrate(database.db, quietLog, folder), 0)
          write('0003_third.sql', 'alter table a add column more int')
          const migrated = migrate(database.db, quietLog, folder)
          // It does not wait in the table, behind which everybody would wait.
          await soon(
            async () => (await rows(`select from pg_locks where locktype = 'advisory' and not granted`)).length > 0,
          )
          assert.equal((await rows('select a.id from a')).length, 1)
          read.resolve()
          await backup
          assert.equal(await migrated, 1)
        } finally {
          read.resolve()
          await other.close()
        }
      },
    )

    test(
      'R31 a migration that finds a table in use for long tries again, and stops others for a second at most',
      { skip: kind === 'embedded' && 'one process only' },
      async () => {
        await migrate(database.db, quietLog, folder)
        write('0003_third.sql', 'alter table a add column more int')
        const other = await openOther()
        const [read, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const dump = other.administer((client) =>
          inTransaction(client, async () => {
            await client.query('select from a')
            begun.resolve()
            await read.promise
          }),
        )
        try {
          await begun.promise
          const warned = Promise.withResolvers<void>()
          const migrated = migrate(database.db, { ...quietLog, warn: () => warned.resolve() }, folder)
          await warned.promise
          read.resolve()
          await dump
          assert.equal(await migrated, 1)
        } finally {
          read.resolve()
          await other.close()
        }
      },
    )

    test(
      'processes that start at the same time take turns',
      { skip: kind === 'embedded' && 'one process only' },
      async () => {
        write('0002_second.sql', 'create table b (id int); select pg_sleep(0.1);')
        const processes = await Promise.all(Array.from({ length: 4 }, openOther))
        try {
          const applied = await Promise.all(processes.map((db) => migrate(db, quietLog, folder)))
          assert.equal(
            applied.reduce((sum, n) => sum + n),
            2,
          )
        } finally {
          await Promise.all(processes.map((db) => db.close()))
        }
      },
    )
  })
}
