import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import pg from 'pg'
import { migrate } from '../../src/db/migrate.ts'
import { openDb } from '../../src/db/open.ts'
import { partsFinding } from '../../src/db/parts/check.ts'
import { divideLarge, divideSmall } from '../../src/db/parts/divide.ts'
import { GROWING, readParts } from '../../src/db/parts/growing.ts'
import { keepParts } from '../../src/db/parts/keep.ts'
import { WEEK, weekOf } from '../../src/db/parts/weeks.ts'
import { mendSecondWall } from '../../src/db/second-wall.ts'
import { realClock } from '../../src/platform/clock.ts'
import { openTestDb, quietLog, testKinds, type TestDb } from '../db.ts'

const DAY = 24 * 3600 * 1000
/** A Wednesday. */
const NOW = Date.parse('2026-12-02T12:00:00Z')
/** The one after the next: until then all rows are in one part. */
const MONDAY = Date.parse('2026-12-14T00:00:00Z')
const KEPT = 31 * DAY

test('weeks begin on Monday at midnight (UTC), also before time began', () => {
  for (const [at, week] of [
    ['2026-12-02T12:00:00Z', '2026-11-30T00:00:00.000Z'],
    ['2026-11-30T00:00:00Z', '2026-11-30T00:00:00.000Z'],
    ['2026-11-29T23:59:59.999Z', '2026-11-23T00:00:00.000Z'],
    ['1969-12-31T00:00:00Z', '1969-12-29T00:00:00.000Z'],
  ] as const)
    assert.equal(new Date(weekOf(Date.parse(at))).toISOString(), week)
})

test('R35 the doctor warns of weeks to come without a part', () => {
  const part = (to: number) => [{ name: 'event_before', from: -Infinity, to }]
  assert.deepEqual(
    [undefined, part(NOW + 2 * WEEK), part(NOW + DAY), []].map((parts) => partsFinding('event', parts, NOW).state),
    ['ok', 'ok', 'warning', 'warning'],
  )
})

for (const kind of testKinds())
  suite(`tables that are divided by weeks, ${kind}`, () => {
    /** An empty database with the tables of the migrations, which are not divided. */
    async function undivided(t: { after: (fn: TestDb['close']) => void }) {
      const { db, databaseUrl, close } = await openTestDb(kind)
      t.after(close)
      await db.administer((client) => client.query('drop schema public cascade; create schema public'))
      await migrate(db, quietLog)
      const ask = <R extends object>(text: string, values: unknown[] = []) =>
        db.administer(async (client) => (await client.query<R>(text, values)).rows)
      const [account] = await ask<{ id: number }>(`insert into account (name) values ('Shop') returning id`)
      let n = 0
      const happens = (...at: number[]) =>
        ask(
          `insert into event (account_id, n, name, body, whole, at)
           select $1, n, 'chat_opened', '{}', true, at from unnest($2::bigint[], $3::timestamptz[]) as r(n, at)`,
          [account?.id, at.map(() => ++n), at.map((ms) => new Date(ms))],
        )
      const parts = (table = 'event') => db.administer((client) => readParts(client, table))
      /** The numbers of the events that each part has. */
      async function inParts(): Promise<Record<string, number[]>> {
        const rows = await ask<{ part: string; n: number[] }>(
          'select tableoid::regclass::text as part, array_agg(n::int order by n) as n from event group by 1 order by 1',
        )
        return Object.fromEntries(rows.map((row) => [row.part, row.n]))
      }
      const keep = (now: number) => db.administer((client) => keepParts(client, { name: 'event', kept: KEPT }, now))
      return { db, databaseUrl, ask, happens, parts, inParts, keep }
    }

    test('R35 small tables are divided at the start, with their rows, their rules and their permissions', async (t) => {
      const { db, ask, happens, parts, inParts } = await undivided(t)
      await happens(NOW - 40 * DAY, NOW)
      await divideSmall(db, quietLog, NOW)
      for (const { name } of GROWING)
        assert.deepEqual(await parts(name), [
          { name: `${name}_before`, from: -Infinity, to: MONDAY },
          { name: `${name}_20261214`, from: MONDAY, to: MONDAY + WEEK },
        ])
      assert.deepEqual(await inParts(), { event_before: [1, 2] })
      assert.equal(await mendSecondWall(db, quietLog), 0, 'what keeps accounts apart is on the whole table')
      const granted = await ask(
        'select from information_schema.role_table_grants where table_name ~ $1 and grantee = $2',
        ['^(event|attempt)_', 'deskbell_agent'],
      )
      assert.equal(granted.length, 0, 'and the parts are open to nobody')
      await assert.rejects(
        ask(
          `insert into event (account_id, n, name, body, whole, at) select account_id, n, name, body, whole, at from event`,
        ),
        /duplicate key/,
      )
      // The second time nothing is left to do.
      await divideSmall(db, quietLog, NOW)
      await divideLarge(db, quietLog, NOW + WEEK)
      assert.equal((await parts())?.length, 2)
      await divideSmall(db, quietLog, NOW + WEEK)
      assert.equal((await parts())?.length, 3, 'a start makes weeks that are missing')
      // The version before would remove events by their place alone.
      const [newest] = await ask<{ since: number }>('select since from migration order by n desc limit 1')
      assert.equal(newest?.since, 62)
    })

    test('R35 parts are made for the weeks to come, and those that are over are dropped whole', async (t) => {
      const { db, happens, parts, inParts, keep } = await undivided(t)
      await divideSmall(db, quietLog, NOW)
      assert.deepEqual(await keep(NOW), { made: 0, dropped: [] })
      assert.deepEqual(await keep(MONDAY), { made: 2, dropped: [] })
      assert.deepEqual(
        (await parts())?.map(({ name }) => name),
        ['event_before', 'event_20261214', 'event_20261221', 'event_20261228'],
      )
      // The last one is of a year for which no part was made.
      await happens(NOW, MONDAY, NOW + 52 * WEEK)
      assert.deepEqual(await inParts(), { event_20261214: [2], event_before: [1], event_other: [3] })
      // The last row of a week is kept as long as all of it.
      const end = MONDAY + KEPT
      assert.deepEqual((await keep(end - 1)).dropped, [])
      assert.deepEqual((await keep(end)).dropped, ['event_before'])
      assert.deepEqual((await keep(end + WEEK)).dropped, ['event_20261214'])
      assert.deepEqual(await inParts(), { event_other: [3] })
      // Its week gets a part now, and it moves there; then its time is over.
      await keep(NOW + 52 * WEEK)
      assert.deepEqual(await inParts(), { event_20271129: [3] })
      await keep(NOW + 58 * WEEK)
      assert.deepEqual(await inParts(), {})
    })

    test('R35 rows that are too old are removed one by one from the parts of no week', async (t) => {
      const { db, happens, inParts, keep } = await undivided(t)
      await happens(NOW - KEPT - 1, NOW - KEPT)
      await divideSmall(db, quietLog, NOW)
      await happens(NOW + 9 * WEEK)
      await keep(NOW)
      assert.deepEqual(await inParts(), { event_before: [2], event_other: [3] })
    })

    test('R35 a large table is divided while it is used, and goes on where it was interrupted', async (t) => {
      const { db, ask, happens, parts, inParts } = await undivided(t)
      await happens(NOW - DAY)
      // As it is when the process ended while the table was read.
      await ask(`alter table event add constraint event_until check (at < '2026-12-28T00:00:00Z') not valid`)
      await happens(NOW)
      await divideSmall(db, quietLog, NOW)
      assert.equal(await parts(), undefined, 'what is under way is not begun anew')
      await divideLarge(db, quietLog, NOW)
      assert.deepEqual(await parts(), [
        { name: 'event_before', from: -Infinity, to: Date.parse('2026-12-28T00:00:00Z') },
      ])
      await happens(NOW + DAY)
      assert.deepEqual(await inParts(), { event_before: [1, 2, 3] })
      const left = await ask(`select from pg_constraint where conname like '%until'`)
      assert.equal(left.length, 0)
    })

    test('R35 a division that was begun long ago begins anew, before it refuses rows', async (t) => {
      const { db, ask, happens, parts } = await undivided(t)
      await ask(`alter table event add constraint event_until check (at < '2026-12-07T00:00:00Z') not valid`)
      await divideLarge(db, quietLog, NOW)
      assert.deepEqual(
        (await parts())?.map(({ to }) => to),
        [weekOf(NOW) + 4 * WEEK],
      )
      await happens(NOW + 2 * WEEK)
    })

    test('R35 a row from the future stops a division, and no row is refused for it', async (t) => {
      const { db, ask, happens, parts } = await undivided(t)
      await happens(NOW + 52 * WEEK)
      await assert.rejects(divideLarge(db, quietLog, NOW), /event_until/)
      assert.equal(await parts(), undefined)
      const left = await ask(`select from pg_constraint where conname like '%until'`)
      assert.equal(left.length, 0)
    })

    if (kind === 'server')
      test('R35 rows are written while a large table is read and divided, and none is lost', async (t) => {
        const { db, ask, happens, parts } = await undivided(t)
        let isOver = false
        let written = 0
        const writing = (async () => {
          while (!isOver) {
            await happens(NOW + written)
            written++
          }
        })()
        await divideLarge(db, quietLog, NOW)
        const atEnd = written
        isOver = true
        await writing
        assert.ok((await parts()) !== undefined)
        assert.ok(atEnd > 0)
        assert.deepEqual(await ask('select count(*)::int as rows from event'), [{ rows: written }])
      })

    if (kind === 'server')
      test('R35 processes that divide a table and keep its parts at the same time do it once', async (t) => {
        const { db, databaseUrl, happens, parts, inParts } = await undivided(t)
        await happens(NOW)
        const other = await openDb({
          ...{ databaseUrl: databaseUrl ?? '', dataDir: '', clock: realClock, log: quietLog },
          onFatal: assert.fail,
        })
        t.after(() => other.close())
        await Promise.all([db, other].map((one) => divideLarge(one, quietLog, NOW)))
        const later = weekOf(NOW) + 4 * WEEK
        await Promise.all(
          [db, other].map((one) => one.administer((client) => keepParts(client, { name: 'event', kept: KEPT }, later))),
        )
        assert.deepEqual(
          (await parts())?.map(({ name }) => name),
          ['event_before', 'event_20261228', 'event_20270104', 'event_20270111'],
        )
        assert.deepEqual(await inParts(), { event_before: [1] })
      })

    if (kind === 'server')
      test('R35 a table that is in use is not waited for long, and the next turn drops what is over', async (t) => {
        const { db, keep, databaseUrl } = await undivided(t)
        await divideSmall(db, quietLog, NOW)
        const reader = new pg.Client(databaseUrl)
        await reader.connect()
        await reader.query('begin')
        await reader.query('lock table event in access share mode')
        assert.deepEqual((await keep(MONDAY + KEPT)).dropped, [])
        await reader.end()
        assert.deepEqual((await keep(MONDAY + KEPT)).dropped, ['event_before'])
      })
  })
