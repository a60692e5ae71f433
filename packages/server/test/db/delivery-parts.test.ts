import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { readRows, readTables } from '../../src/backup/tables.ts'
import { migrate } from '../../src/db/migrate.ts'
import { divideLarge, divideSmall } from '../../src/db/parts/divide.ts'
import { keepParts } from '../../src/db/parts/keep.ts'
import { WEEK } from '../../src/db/parts/weeks.ts'
import { retrySerialization } from '../../src/db/retry.ts'
import { mendSecondWall } from '../../src/db/second-wall.ts'
import type { LeasedDelivery } from '../../src/deliveries/delivery.ts'
import { makeLeases } from '../../src/deliveries/leases.ts'
import { newDelivery } from '../../src/deliveries/new-delivery.ts'
import { makeReleases } from '../../src/deliveries/releases.ts'
import { makeRetries } from '../../src/deliveries/retries.ts'
import { deliveryRows, settleRows, toLeased, type DeliveryRow } from '../../src/deliveries/rows.ts'
import { toSettlement } from '../../src/deliveries/settlement.ts'
import * as statements from '../../src/deliveries/statements.ts'
import { openTestDb, quietLog, testKinds, type TestDb } from '../db.ts'
import { soon } from '../channels/widget/soon.ts'

const DAY = 24 * 3600 * 1000
/** A Wednesday. */
const NOW = Date.parse('2026-12-02T12:00:00Z')
const KEPT = 31 * DAY
const { insertDeliveries, promoteStatement, settleLeasedStatement } = statements

for (const kind of testKinds())
  suite(`deliveries, divided by what becomes of them, ${kind}`, () => {
    type Ends = { after: (fn: TestDb['close']) => void }

    async function open(t: Ends, isDivided: boolean) {
      const { db, close } = await openTestDb(kind)
      t.after(close)
      if (!isDivided) {
        await db.administer((client) => client.query('drop schema public cascade; create schema public'))
        await migrate(db, quietLog)
      }
      const ask = <R extends object>(text: string, values: unknown[] = []) =>
        db.administer(async (client) => (await client.query<R>(text, values)).rows)
      const [shop] = await ask<{ id: number }>(`insert into account (name) values ('Shop') returning id`)
      const account = shop?.id ?? 0
      /** New deliveries in these lanes; the first of a free lane is leased. */
      async function deliver(...lanes: string[]): Promise<readonly LeasedDelivery[]> {
        const rows = lanes.map((lane) =>
          newDelivery({ account, kind: 'photo_fetch', lane, endpoint: 'photo:1', channel: 1 }),
        )
        const values = [deliveryRows(rows), new Date(NOW), new Date(NOW + 30_000), randomUUID()]
        return toLeased(await db.query<DeliveryRow>(insertDeliveries, values))
      }
      /** Ends deliveries, and returns those of their lanes that are due then. */
      async function ends(leased: readonly LeasedDelivery[], at = NOW): Promise<readonly LeasedDelivery[]> {
        const settled = leased.map((one) => toSettlement(one, null, { state: 'done', reason: null }))
        const rows = await db.query(settleLeasedStatement, [settleRows(settled), new Date(at)])
        assert.equal(rows.length, leased.length)
        const lanes = [leased.map((one) => one.account), leased.map(({ lane }) => lane)]
        return toLeased(
          await db.query<DeliveryRow>(promoteStatement, [...lanes, new Date(at), new Date(at + 30_000), randomUUID()]),
        )
      }
      /** The lanes of the rows that each part has, in the order of their ids. */
      async function inParts(): Promise<Record<string, string>> {
        const rows = await ask<{ part: string; lanes: string }>(
          `select tableoid::regclass::text as part, string_agg(lane, ' ' order by id) as lanes from delivery group by 1 order by 1`,
        )
        return Object.fromEntries(rows.map(({ part, lanes }) => [part, lanes]))
      }
      const keep = (now: number) =>
        db.administer((client) => keepParts(client, { name: 'delivery_ended', kept: KEPT }, now))
      const parts = async () =>
        (
          await ask<{ name: string }>(
            `select relid::regclass::text as name from pg_partition_tree('delivery') where isleaf order by 1`,
          )
        ).map(({ name }) => name)
      /** Each delivery that has ended has been attempted. */
      const attempted = () =>
        ask(
          `insert into attempt (account_id, delivery_id, number, at, ms, outcome, request)
           select account_id, id, 1, $1, 1, 'ok', '{}' from delivery where finished_at is not null on conflict do nothing`,
          [new Date(NOW)],
        )
      return { db, ask, account, deliver, ends, inParts, keep, parts, attempted }
    }

    test('R35 what waits or is due is in a part of its own, and what ends moves to the week of its end', async (t) => {
      const { db, ask, deliver, ends, inParts, keep } = await open(t, true)
      await keep(NOW)
      const leased = await deliver('a', 'a', 'b')
      assert.deepEqual(await inParts(), { delivery_live: 'a a b' })
      const next = await ends(leased)
      assert.deepEqual(
        next.map(({ lane }) => lane),
        ['a'],
      )
      assert.deepEqual(await inParts(), { delivery_ended_20261130: 'a b', delivery_live: 'a' })
      await ends(next, NOW + WEEK)
      assert.deepEqual(await inParts(), { delivery_ended_20261130: 'a b', delivery_ended_20261207: 'a' })
      assert.equal(await mendSecondWall(db, quietLog), 0, 'what keeps accounts apart is on the whole table')
      const granted = await ask(
        'select from information_schema.role_table_grants where table_name ~ $1 and grantee = $2',
        ['^delivery_', 'deskbell_agent'],
      )
      assert.equal(granted.length, 0, 'and the parts are open to nobody')
    })

    test('R35 a week of deliveries that have ended is dropped whole, and none that waits', async (t) => {
      const { deliver, ends, inParts, keep } = await open(t, true)
      await keep(NOW)
      await ends(await deliver('a', 'b'))
      await deliver('c')
      const end = Date.parse('2026-12-07T00:00:00Z') + KEPT
      assert.deepEqual(
        (await keep(end - 1)).dropped.filter((name) => name.endsWith('20261130')),
        [],
      )
      assert.deepEqual(
        (await keep(end)).dropped.filter((name) => name.endsWith('20261130')),
        ['delivery_ended_20261130'],
      )
      assert.deepEqual(await inParts(), { delivery_live: 'c' })
    })

    test('R35 attempts that are in the part of many weeks go with their deliveries', async (t) => {
      const { db, ask, deliver, ends, keep, attempted } = await open(t, false)
      await ends(await deliver('a'))
      await attempted()
      await divideSmall(db, quietLog, NOW, true)
      await keep(NOW)
      await ends(await deliver('b', 'c'))
      await attempted()
      const inBefore = async () => (await ask('select from attempt_before')).length
      assert.equal(await inBefore(), 3)
      await keep(Date.parse('2026-12-07T00:00:00Z') + KEPT)
      assert.equal(await inBefore(), 0)
    })

    test('R35 a table with rows is divided while it is used: they end where they are, and go one by one', async (t) => {
      const { db, ask, deliver, ends, inParts, keep, parts, attempted } = await open(t, false)
      const old = await deliver('a', 'a', 'b')
      await ends(old.filter(({ lane }) => lane === 'b'))
      await attempted()
      await divideSmall(db, quietLog, NOW)
      if (kind === 'server') {
        // A process of the version before may be starting.
        assert.deepEqual(await parts(), [])
        await divideLarge(db, quietLog, NOW)
      }
      await deliver('a', 'c')
      assert.deepEqual(await inParts(), { delivery_before: 'a a b', delivery_live: 'a c' })
      let next = await ends(old.filter(({ lane }) => lane === 'a'))
      const [newest] = await ask<{ id: number }>('select max(id)::float8 as id from delivery')
      assert.ok(next[0] && next[0].id < (newest?.id ?? 0), 'the one that came first goes first')
      next = await ends(next)
      assert.equal(next[0]?.lane, 'a')
      await ends(next)
      assert.deepEqual(await inParts(), { delivery_before: 'a a b', delivery_ended_20261130: 'a', delivery_live: 'c' })
      await attempted()
      const left = await ask(`select from pg_constraint where conname like '%until'`)
      assert.equal(left.length, 0)
      await keep(NOW + KEPT + 1)
      assert.deepEqual(await inParts(), { delivery_ended_20261130: 'a', delivery_live: 'c' })
      assert.equal((await ask('select from attempt')).length, 1, 'with their attempts')
      assert.ok(!(await parts()).includes('delivery_before'), 'what is empty is dropped')
      // The second time nothing is left to do.
      await divideLarge(db, quietLog, NOW)
      await deliver('d')
    })

    test('R35 while a process of an earlier version runs, deliveries are not divided: it would send others', async (t) => {
      const { db, ask, deliver, parts } = await open(t, false)
      await deliver('a')
      await ask(`insert into process (id, version, started_at) values ('0a0b0c0d', '0.1.0', now())`)
      await divideSmall(db, quietLog, NOW, true)
      await divideLarge(db, quietLog, NOW)
      assert.deepEqual(await parts(), [])
      await ask(`update process set version = '0.2.0'`)
      await divideLarge(db, quietLog, NOW)
      assert.ok((await parts()).includes('delivery_live'))
    })

    test('R35 a division whose ids are used up begins anew, before it refuses rows', async (t) => {
      const { db, ask, deliver, inParts } = await open(t, false)
      await deliver('a')
      await ask('alter table delivery add constraint delivery_until check (id < 1000) not valid')
      await divideLarge(db, quietLog, NOW)
      await deliver('b')
      assert.deepEqual(await inParts(), { delivery_before: 'a', delivery_live: 'b' })
      const [row] = await ask<{ id: number }>('select max(id)::float8 as id from delivery')
      assert.ok((row?.id ?? 0) > 10_000_000)
    })

    test('R35 the next delivery of a lane becomes due, and none in the same place of another part', async (t) => {
      const { ask, deliver, ends } = await open(t, true)
      const leased = await deliver('a', 'a', 'b', 'b')
      await ends(leased)
      const rows = await ask<{ part: string; place: string; state: string }>(
        'select tableoid::regclass::text as part, ctid::text as place, state from delivery order by id',
      )
      assert.deepEqual(
        rows.map(({ state }) => state),
        ['done', 'due', 'done', 'due'],
      )
      const before = await ask<{ place: string; state: string }>(
        `select ctid::text as place, state from delivery where state = 'done' order by id`,
      )
      assert.deepEqual(
        before.map(({ place }) => place),
        ['(0,1)', '(0,2)'],
        'they have the places that the waiting ones had',
      )
      const [third] = await deliver('c', 'c')
      assert.ok(third)
      await ends([third])
      const states = await ask<{ lane: string; state: string }>('select lane, state from delivery order by id')
      assert.deepEqual(
        states.map(({ lane, state }) => `${lane} ${state}`),
        ['a done', 'a due', 'b done', 'b due', 'c done', 'c due'],
      )
    })

    test('R35 statements about deliveries that are leased do not look into the log', async (t) => {
      const { db } = await open(t, true)
      const { leasesStatement, leasesStandStatement, settleStatement, retryStatement, extendStatement } = statements
      const { validLeasesStatement, releaseStatement, leasedByStatement, claimStatement } = statements
      const asked = [
        ...[leasesStatement, leasesStandStatement, settleStatement, settleLeasedStatement, retryStatement],
        ...[extendStatement, validLeasesStatement, releaseStatement, leasedByStatement, claimStatement],
        ...[promoteStatement, insertDeliveries],
      ]
      await db.administer(async (client) => {
        await client.query('set plan_cache_mode = force_generic_plan')
        for (const { name, text } of asked) {
          await client.query(`prepare plan_of as ${text}`)
          const { rows: counted } = await client.query<{ count: number }>(
            `select cardinality(parameter_types)::int as count from pg_prepared_statements where name = 'plan_of'`,
          )
          const values = Array.from({ length: counted[0]?.count ?? 0 }, () => 'null').join()
          const { rows } = await client.query<Record<string, string>>(`explain execute plan_of (${values})`)
          const plan = rows.map((row) => Object.values(row)[0]).join('\n')
          assert.match(plan, /delivery_live/, name)
          assert.doesNotMatch(plan, /delivery_ended/, `${name}\n${plan}`)
          await client.query('deallocate plan_of')
        }
        await client.query('reset plan_cache_mode')
      })
    })

    test('R35 a backup has the rows of all parts once, under the name of the table', async (t) => {
      const { db, deliver, ends } = await open(t, true)
      await ends(await deliver('a', 'a', 'b'))
      await db.administer(async (client) => {
        const tables = await readTables(client)
        assert.deepEqual(
          tables.map(({ name }) => name).filter((name) => name.startsWith('delivery')),
          ['delivery'],
        )
        const table = tables.find(({ name }) => name === 'delivery') ?? assert.fail('no deliveries')
        let rows = 0
        for await (const part of readRows(client, table, async () => {})) rows += part.rows
        assert.equal(rows, 3)
      })
    })

    if (kind === 'server')
      for (const [what, use] of [
        ['extended', (db, delivery) => makeLeases(db).extend({ delivery, until: NOW + 60_000 })],
        ['released', (db, delivery) => makeReleases(db)({ delivery, at: NOW })],
        [
          'tried again',
          (db, delivery) =>
            makeRetries(db)({
              ...{ delivery, at: NOW, held: false },
              record: {
                ...{ number: 1, at: NOW, ms: 1, outcome: 'retry', status: 500, reason: 'no' },
                ...{ request: { url: '', headers: {}, body: '' }, response: null },
              },
            }),
        ],
      ] as const satisfies readonly [string, (db: TestDb['db'], delivery: LeasedDelivery) => Promise<unknown>][])
        test(`R35 a lease that is ${what} while another process moves its delivery to the log was lost, and nothing fails`, async (t) => {
          const { db, ask, deliver } = await open(t, true)
          const [leased] = await deliver('a')
          assert.ok(leased)
          const settled = settleRows([toSettlement(leased, null, { state: 'done', reason: null })])
          const locked = Promise.withResolvers<void>()
          const used = locked.promise.then((): Promise<unknown> => use(db, leased))
          const waits = locked.promise.then(() =>
            soon(async () => (await ask('select from pg_locks where not granted')).length > 0),
          )
          await db.transaction(async (tx) => {
            await tx.query(settleLeasedStatement, [settled, new Date(NOW)])
            locked.resolve()
            await waits
          })
          assert.ok(!(await used))
          assert.deepEqual(await ask('select state, token from delivery'), [{ state: 'done', token: null }])
        })

    if (kind === 'server')
      test('R35 deliveries are written and ended while the table is read and divided, and none is lost', async (t) => {
        const { db, ask, deliver, ends } = await open(t, false)
        let isOver = false
        let written = 0
        const writing = (async () => {
          while (!isOver) {
            const leased = await deliver(`a${written}`, `a${written}`)
            // The table may be divided while a row moves.
            const next = await retrySerialization(() => ends(leased))
            await retrySerialization(() => ends(next))
            written++
          }
        })()
        await soon(() => written > 20)
        await divideLarge(db, quietLog, NOW)
        const divided = written
        await soon(() => written > divided + 20)
        isOver = true
        await writing
        assert.deepEqual(await ask(`select state, count(*)::int as rows from delivery group by 1`), [
          { state: 'done', rows: 2 * written },
        ])
      })
  })
