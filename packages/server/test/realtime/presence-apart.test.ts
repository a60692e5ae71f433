import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePresence } from '../../src/realtime/presence.ts'
import { openStoreClock } from '../../src/db/store-clock.ts'
import { openDb } from '../../src/db/open.ts'
import { countingQueries } from '../at-rest.ts'
import { aProcess, localBus, withoutBus } from './a-process.ts'
import { handClock, machineIn } from '../clock.ts'
import { makePlace, quietLog, testKinds } from '../db.ts'

const skip = testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL'
const agentStatement = {
  name: 'test_presence_agent',
  text: `with a as (insert into account (name) values ('Shop') returning id)
   insert into agent (account_id, email, name, role, password_hash)
   select id, 'ann@shop.test', 'Ann', 'owner', '' from a returning account_id as account, id as agent`,
}

const fails = (error: unknown) => assert.fail(String(error))
/** After a crash an agent appears offline within this time (ms, A4). */
const SHOWS_WITHIN = 35_000

for (const apart of [120_000, -120_000])
  test(
    `T53 a process whose clock differs by ${apart / 1000} s shows an agent online while connected, and at most 35 s longer`,
    { skip, timeout: 120_000 },
    async (t) => {
      const world = handClock()
      const place = await makePlace('server')
      const start = async (machine: ReturnType<typeof machineIn>) => {
        const db = await openDb({ ...place, clock: machine, log: quietLog, onFatal: fails })
        const queries = countingQueries(db)
        const clock = await openStoreClock({ machine, readTime: async () => world.now(), log: quietLog })
        const presence = makePresence({
          db: queries.db,
          clock,
          processes: aProcess(),
          losses: withoutBus,
          bus: localBus,
          switchOf: () => 'online',
          onError: fails,
        })
        const close = async () => {
          await presence.close()
          clock.close()
          await db.close()
        }
        return { db, answered: queries.answered, presence, machine, close }
      }
      const one = await start(machineIn(world, 0))
      const other = await start(machineIn(world, apart))
      t.after(async () => {
        await one.close()
        await other.close()
        await place.drop()
      })
      const [row] = await one.db.query<{ account: number; agent: number }>(agentStatement, [])
      assert.ok(row)
      const passes = async (ms: number, then = () => {}) => {
        for (let gone = 0; gone < ms; gone += 500) {
          await world.move(500)
          for (const { answered } of [one, other]) await answered()
          then()
        }
      }
      const shown = () => other.presence.statusOf(row.account, row.agent)
      const stays = () => assert.equal(shown(), 'online')

      one.presence.connected(row.account, row.agent)
      await passes(2000)
      await passes(60_000, stays)
      for (const step of [-60_000, 300_000])
        for (const { machine } of [one, other]) {
          machine.set(step)
          await passes(15_000, stays)
        }
      one.machine.die()
      let lasted = 0
      while (shown() === 'online' && lasted <= 200_000) {
        await passes(500)
        lasted += 500
      }
      assert.ok(lasted >= 20_000 && lasted <= SHOWS_WITHIN, `offline after ${lasted} ms`)
    },
  )
