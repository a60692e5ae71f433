import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { statement } from '../db/statement.ts'
import { realIds } from '../platform/ids.ts'
import { handClock } from '../../test/clock.ts'
import { openTestDb, testKinds, type DbKind } from '../../test/db.ts'
import { makeSettle } from '../conversation/commit/settle.ts'
import type { AttemptRecord, LeasedDelivery, NewDelivery } from './delivery.ts'
import { makeLeases } from './leases.ts'
import { makeRetries } from './retries.ts'
import { deliveryRows, toLeased, type DeliveryRow } from './rows.ts'
import { makeSleeping } from './sleeping.ts'
import { insertDeliveries } from './statements.ts'

const seed = statement('test_leases_account', `insert into account (name) values ('Shop') returning id`)

/** A delivery with its valid lease, and with one of the same process that another claim has replaced. */
async function twoLeases(kind: DbKind) {
  const clock = handClock()
  const place = await openTestDb(kind, clock)
  const [account] = await place.db.query<{ id: number }>(seed, [])
  const made: NewDelivery = {
    ...{ account: account?.id ?? 0, kind: 'x', lane: 'lane', endpoint: 'one', channel: 1, bot: null, webhook: null },
    ...{ event: null, chat: null, of: null, recipient: null, body: {} },
  }
  const now = new Date(clock.now())
  const rows = await place.db.query<DeliveryRow>(insertDeliveries, [
    deliveryRows([made]),
    now,
    new Date(clock.now() + 30_000),
    realIds.uuid(),
  ])
  const [valid] = toLeased(rows)
  assert.ok(valid)
  return { clock, place, valid, stale: { ...valid, token: realIds.uuid() } satisfies LeasedDelivery }
}

const RECORD: AttemptRecord = {
  ...{ number: 1, at: 0, ms: 0, outcome: 'retry', status: null, reason: null, response: null },
  request: { url: '', headers: {}, body: '' },
}

for (const kind of testKinds())
  suite(`a stale lease beside a valid one of the same delivery, ${kind}`, () => {
    test('R24 only the valid one is confirmed, extended and retried', async (t) => {
      const { clock, place, valid, stale } = await twoLeases(kind)
      t.after(() => place.close())
      const leases = makeLeases(place.db)
      assert.deepEqual(await Promise.all([leases.isValid(stale), leases.isValid(valid)]), [false, true])
      const until = clock.now() + 60_000
      const extended = [stale, valid].map((delivery) => leases.extend({ delivery, until }))
      assert.deepEqual(await Promise.all(extended), [false, true])
      const retry = makeRetries(place.db)
      const retried = [stale, valid].map((delivery) => retry({ delivery, record: RECORD, at: until, held: true }))
      assert.deepEqual(await Promise.all(retried), [false, true])
    })

    test('R24 only the valid one ends the delivery', async (t) => {
      const { clock, place, valid, stale } = await twoLeases(kind)
      t.after(() => place.close())
      const settle = makeSettle({ db: place.db, now: clock.now, uuid: realIds.uuid, onLeased() {} })
      const settled = [stale, valid].map(({ account, id, lane, token }) => {
        const outcome = { status: null, reason: null, diagnosis: null, attempt: null }
        return settle({
          settlement: { account, id, lane, token, state: 'done', attempts: 1, ...outcome },
          lock: null,
        })
      })
      assert.deepEqual(await Promise.all(settled), [false, true])
    })
  })

test('R24 a later lease of a waiting delivery replaces the earlier one, and wakes once', async () => {
  const clock = handClock()
  const woken: string[] = []
  const sleeping = makeSleeping(clock, ({ token }) => woken.push(token))
  sleeping.add({ id: 1, token: 'earlier' } as LeasedDelivery, clock.now() + 1000)
  sleeping.add({ id: 1, token: 'later' } as LeasedDelivery, clock.now() + 2000)
  await clock.move(1500)
  assert.equal(sleeping.size, 1)
  await clock.move(1000)
  assert.deepEqual(woken, ['later'])
})
