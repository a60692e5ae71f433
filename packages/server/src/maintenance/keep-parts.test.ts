import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soon } from '../../test/channels/widget/soon.ts'
import { handClock } from '../../test/clock.ts'
import { openTestDb, quietLog, testKinds } from '../../test/db.ts'
import { migrate } from '../db/migrate.ts'
import { readParts } from '../db/parts/growing.ts'
import { watchParts } from './keep-parts.ts'

const HOUR = 3600 * 1000

for (const kind of testKinds())
  test(`R35 a division that failed is tried again after a day, and the weeks of other tables are kept meanwhile, ${kind}`, async (t) => {
    const { db, close } = await openTestDb(kind)
    t.after(close)
    const ask = (text: string) => db.administer(async (client) => void (await client.query(text)))
    await ask('drop schema public cascade; create schema public')
    await migrate(db, quietLog)
    const clock = handClock()
    await ask(`
      insert into account (name) values ('Shop');
      insert into event (account_id, n, name, body, whole, at) values (1, 1, 'chat_opened', '{}', true, '2099-01-01')`)
    const errors: unknown[] = []
    const stop = watchParts({
      ...{ db, clock, log: quietLog, isMine: () => true },
      kept: [
        { name: 'event', kept: HOUR },
        { name: 'attempt', kept: HOUR },
      ],
      onError: (error) => errors.push(error),
    })
    t.after(stop)
    const parts = (table: string) => db.administer((client) => readParts(client, table))
    /** Moves the clock to the next turn, and waits for its end. */
    const turn = async (ms: number) => {
      await clock.move(ms)
      await soon(() => clock.timers() === 1)
    }
    await turn(60_000)
    assert.match(String(errors), /event_until/)
    assert.ok(await parts('attempt'))
    await ask('delete from event')
    for (let hour = 1; hour < 24; hour++) await turn(HOUR)
    assert.equal(await parts('event'), undefined)
    await turn(HOUR)
    assert.ok(await parts('event'))
    assert.equal(errors.length, 1)
    // A week later the parts go on.
    for (let day = 0; day < 8; day++) await turn(24 * HOUR)
    assert.ok(((await parts('attempt'))?.at(-1)?.to ?? 0) > clock.now() + 14 * 24 * HOUR)
  })
