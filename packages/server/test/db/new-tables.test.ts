import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { analyzeNewTables } from '../../src/db/new-tables.ts'
import { statement } from '../../src/db/statement.ts'
import { soon } from '../channels/widget/soon.ts'
import { openTestDb, testKinds, type TestDb } from '../db.ts'

const insert = statement('test_grow', 'insert into grows (n) select generate_series($1::int, $2::int)')
const change = statement('test_change', 'update grows set n = n + 1')
const readStatistics = statement(
  'test_grown',
  `select n_live_tup::int as rows, n_mod_since_analyze::int as changes from pg_stat_user_tables where relname = 'grows'`,
)

suite(
  'new tables of a database server',
  { skip: !testKinds().includes('server') && 'TEST_DATABASE_URL is not set' },
  () => {
    let db: TestDb
    before(async () => {
      db = await openTestDb('server')
      await db.db.administer(async (client) => {
        // Only what the test does is analyzed.
        await client.query('create table grows (n integer) with (autovacuum_enabled = false)')
        await client.query('analyze')
      })
    })
    after(() => db.close())

    /** What a connection has changed shows in the statistics after a second. */
    const shows = (holds: (found: { rows: number; changes: number }) => boolean) =>
      soon(async () => {
        const [found] = await db.db.query<{ rows: number; changes: number }>(readStatistics, [])
        return found !== undefined && holds(found)
      }, 10_000)

    test('a table is analyzed when it has grown by half, and not when its rows were changed', async () => {
      await db.db.query(insert, [1, 200])
      await shows(({ rows }) => rows === 200)
      assert.equal(await analyzeNewTables(db.db), true)
      await shows(({ changes }) => changes === 0)
      for (let n = 0; n < 5; n++) await db.db.query(change, [])
      await shows(({ changes }) => changes === 1000)
      assert.equal(await analyzeNewTables(db.db), false)
      await db.db.query(insert, [1, 100])
      await shows(({ rows }) => rows === 300)
      assert.equal(await analyzeNewTables(db.db), false, 'half of it, and fifty, is more than this')
      await db.db.query(insert, [1, 100])
      await shows(({ rows }) => rows === 400)
      assert.equal(await analyzeNewTables(db.db), true)
    })
  },
)
