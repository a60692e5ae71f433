import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { CannotOpen } from '../../src/db/errors.ts'
import { openDb } from '../../src/db/open.ts'
import { statement } from '../../src/db/statement.ts'
import { realClock } from '../../src/platform/clock.ts'
import { without } from '../without.ts'
import { makePlace, quietLog, testKinds } from '../db.ts'
import { startPgbouncer } from './pgbouncer.ts'

const skip = without('pgbouncer') || (!testKinds().includes('server') && 'TEST_DATABASE_URL is not set')
const settings = statement(
  'test_pooled_settings',
  `select current_setting('statement_timeout') as statement, current_setting('plan_cache_mode') as plans`,
)

suite('a database server behind pgbouncer', { skip }, () => {
  test('with pool_mode = session two processes work, each connection with its settings', async (t) => {
    const place = await makePlace('server')
    const pooler = await startPgbouncer(place.databaseUrl ?? '', 'session')
    const open = () =>
      openDb({ databaseUrl: pooler.databaseUrl, dataDir: '', clock: realClock, log: quietLog, onFatal: assert.fail })
    t.after(async () => {
      await pooler.close()
      await place.drop()
    })
    const [first, second] = [await open(), await open()]
    for (const db of [first, second, first]) {
      const rows = await Promise.all(Array.from({ length: 20 }, () => db.query(settings, [])))
      for (const [row] of rows) assert.deepEqual(row, { statement: '10s', plans: 'force_generic_plan' })
    }
    await Promise.all([first.close(), second.close()])
  })

  test('with pool_mode = transaction the start is refused, and says what to set', async (t) => {
    const place = await makePlace('server')
    const pooler = await startPgbouncer(place.databaseUrl ?? '', 'transaction')
    t.after(async () => {
      await pooler.close()
      await place.drop()
    })
    const opened = openDb({
      ...{ databaseUrl: pooler.databaseUrl, dataDir: '', clock: realClock, log: quietLog, onFatal: assert.fail },
    })
    await assert.rejects(opened, (error) => {
      assert.ok(error instanceof CannotOpen)
      assert.match(error.message, /pool_mode = session/)
      return true
    })
  })
})
