import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { makeFailures } from '../../src/bots/failures.ts'
import { handClock, type HandClock } from '../clock.ts'
import { openTestDb, testKinds, type TestDb } from '../db.ts'

const BOT = { account: 1, bot: 1 }

for (const kind of testKinds())
  suite(`failures of a bot in a row, ${kind}`, () => {
    let database: TestDb
    let clock: HandClock
    before(async () => {
      database = await openTestDb(kind)
    })
    after(() => database.close())
    beforeEach(async () => {
      clock = handClock()
      await database.db.administer((client) => client.query('delete from bot_failure'))
    })
    const open = () => makeFailures({ db: database.db, clock, onError: (error) => assert.fail(String(error)) })

    test('B8 three messages that fail at different processes are three in a row', async () => {
      const [one, other] = [open(), open()]
      assert.deepEqual(await one.count(BOT, 'failures'), { failures: 1, silences: 0 })
      assert.deepEqual(await other.count(BOT, 'silences'), { failures: 1, silences: 1 })
      assert.deepEqual(await one.count(BOT, 'failures'), { failures: 2, silences: 1 })
      assert.deepEqual(await other.count(BOT, 'failures'), { failures: 3, silences: 1 })
      assert.deepEqual(await other.count({ ...BOT, bot: 2 }, 'failures'), { failures: 1, silences: 0 })
    })

    test('B8 a message that another process delivers ends the row of failures, and an answer that of silences', async () => {
      const [one, other] = [open(), open()]
      for (let round = 0; round < 2; round++) {
        await one.count(BOT, 'failures')
        await one.count(BOT, 'silences')
        other.reset(BOT, false)
        await other.idle()
        assert.deepEqual(await one.count(BOT, 'failures'), { failures: 1, silences: round + 1 })
        await clock.move(1000)
      }
      other.reset(BOT, true)
      await other.idle()
      assert.deepEqual(await one.count(BOT, 'silences'), { failures: 0, silences: 1 })
    })

    test('B8 a process that delivers everything looks once a second whether another one counted failures', async () => {
      const [one, other] = [open(), open()]
      other.reset(BOT, false)
      await one.count(BOT, 'failures')
      other.reset(BOT, false)
      await other.idle()
      assert.equal((await one.count(BOT, 'failures')).failures, 2)
      await clock.move(1000)
      other.reset(BOT, false)
      await other.idle()
      assert.equal((await one.count(BOT, 'failures')).failures, 1)
    })

    test('B8 failures ten minutes apart are not in a row', async () => {
      const one = open()
      await one.count(BOT, 'failures')
      await one.count(BOT, 'silences')
      await clock.move(600_001)
      assert.deepEqual(await one.count(BOT, 'failures'), { failures: 1, silences: 0 })
    })
  })
