import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { statement } from '../db/statement.ts'
import { realIds } from '../platform/ids.ts'
import { handClock, settle, type HandClock } from '../../test/clock.ts'
import { openTestDb, testKinds, type TestDb } from '../../test/db.ts'
import type { LeasedDelivery, Settlement } from './delivery.ts'
import { startingAt, type Policy } from './policy.ts'
import { deliveryRows, settleRows } from './rows.ts'
import { insertDeliveries, settleStatement } from './statements.ts'
import type { Attempted, Handler } from './handler.ts'
import { makeWorker, type Worker } from './worker.ts'

const seed = statement('test_worker_account', `insert into account (name) values ('Shop') returning id`)
const all = statement(
  'test_worker_rows',
  'select id, state, attempts, crashes, token, next_at from delivery where account_id = $1 order by id',
)

const erased = statement('test_worker_erased', 'delete from delivery where lane = $1')
const lent = statement('test_worker_lent', 'update delivery set next_at = $1 where lane = $2')

const POLICY: Policy = { next: startingAt([0, 30_000]), timeout: 20_000, concurrency: 2, backlog: 100 }

/** The policy of the second delivery. */
const OFTEN: Policy = { ...POLICY, next: startingAt([0, 1000, 2000, 3000]) }

interface Row {
  id: number
  state: string
  attempts: number
  crashes: number
  token: string | null
  next_at: number | null
}

for (const kind of testKinds())
  describe(`the delivery worker, ${kind}`, () => {
    let place: TestDb
    let clock: HandClock
    let account = 0
    let worker: Worker
    let faults: object[] = []
    /** How the integrator answers an attempt. */
    let attempt: (delivery: LeasedDelivery, number: number) => Promise<Attempted>
    beforeEach(async () => {
      clock = handClock()
      place = await openTestDb(kind, clock)
      const [row] = await place.db.query<{ id: number }>(seed, [])
      account = row?.id ?? 0
      faults = []
      worker = open()
    })
    afterEach(async () => {
      attempt = async (_delivery, number) => attempted(number, 'final')
      await worker.close(async () => {})
      await place.close()
    })

    function open(alone = false): Worker {
      const handler: Handler = {
        attempt: (delivery, number) => attempt(delivery, number),
        conclude: async (_delivery, _attempted, settlement: Settlement) => {
          await place.db.query(settleStatement, [settleRows([settlement]), new Date(clock.now())])
        },
      }
      const policyOf = ({ lane }: LeasedDelivery) => (lane === 'photo:1' ? OFTEN : undefined)
      const kinds = new Map([['photo_fetch', { policy: POLICY, policyOf, endpoint: String, handler }]])
      const log = { info() {}, warn() {}, error: (fields: object) => void faults.push(fields) }
      return makeWorker({ db: place.db, clock, ids: realIds, log, kinds, alone })
    }

    const attempted = (number: number, outcome: 'ok' | 'final' | 'retry'): Attempted => ({
      record: {
        number,
        at: clock.now(),
        ms: 0,
        outcome,
        status: null,
        reason: null,
        request: { url: '', headers: {}, body: '' },
        response: null,
      },
      diagnosis: null,
      result: null,
    })
    const rows = () => place.db.query<Row>(all, [account])
    /** Writes deliveries of one endpoint, each in its own lane, with the expired lease of a dead process: one crash each. */
    async function deliver(count: number, kindOf = 'photo_fetch'): Promise<void> {
      const deliveries = Array.from({ length: count }, (_, i) => ({
        account,
        kind: kindOf,
        lane: `photo:${i}`,
        endpoint: 'photo_fetch:1',
        channel: 1,
        bot: null,
        webhook: null,
        event: null,
        chat: null,
        of: null,
        recipient: 'a customer',
        body: {},
      }))
      const now = new Date(clock.now())
      await place.db.query(insertDeliveries, [deliveryRows(deliveries), now, now, realIds.uuid()])
    }
    /** Time passes until nothing is under way: on a busy machine an attempt may begin late. */
    async function settles(): Promise<void> {
      let isOver = false
      const over = worker.settled().finally(() => (isOver = true))
      for (let i = 0; i < 500 && !isOver; i++) await passes(500)
      assert.ok(isOver, 'an attempt is still under way')
      await over
    }

    /** Moves the clock in steps, and waits for the database, which answers in real time. */
    async function passes(ms: number): Promise<void> {
      for (let gone = 0; gone < ms; gone += 500) {
        await clock.move(500)
        for (let i = 0; i < 8; i++) {
          await rows()
          await settle(2)
        }
      }
    }

    /** Waits in real time, for the database, until the condition holds. */
    async function until(happened: () => boolean): Promise<void> {
      for (let tries = 0; !happened() && tries < 500; tries++) {
        await rows()
        await settle(2)
      }
      assert.ok(happened())
    }

    test('R24 a queued delivery keeps its lease, and its waiting does not count as a crash', async () => {
      let asked = 0
      // A host that never answers: two at a time, twenty seconds each.
      attempt = async (_delivery, number) => {
        asked++
        await new Promise<void>((resolve) => void clock.after(20_000, resolve))
        return attempted(number, 'final')
      }
      await deliver(10)
      await worker.start()
      await passes(115_000)
      // On a busy machine the database takes its time between two of them.
      for (let tries = 0; tries < 120 && (await rows()).some(({ state }) => state === 'due'); tries++) await passes(500)
      assert.deepEqual(
        (await rows()).map((row) => [row.state, row.crashes]),
        Array.from({ length: 10 }, () => ['failed', 1]),
      )
      assert.equal(asked, 10)
    })

    test('R1 a delivery of a dead process is claimed when its lease has expired, or at the start of a process that is alone', async () => {
      const asked: number[] = []
      attempt = async (delivery, number) => {
        asked.push(delivery.id)
        return attempted(number, 'ok')
      }
      await deliver(2)
      await place.db.query(lent, [new Date(clock.now() + 30_000), 'photo:0'])
      // Its next attempt is due in eight seconds.
      await place.db.query(lent, [new Date(clock.now() + 38_000), 'photo:1'])
      await worker.start()
      await passes(5000)
      assert.equal(asked.length, 0)
      const alone = open(true)
      try {
        await alone.start()
        await passes(500)
        await until(() => asked.length > 0)
        await passes(1500)
        assert.equal(asked.length, 1)
        await passes(2000)
        await until(() => asked.length > 1)
        // Before the worker closes, the result of the second attempt is written.
        for (let tries = 0; tries < 500 && (await rows()).some(({ state }) => state !== 'done'); tries++)
          await settle(2)
      } finally {
        await alone.close(async () => {})
      }
      assert.deepEqual(
        (await rows()).map((row) => [row.state, row.crashes]),
        [1, 2].map(() => ['done', 1]),
      )
    })

    test('R24 an attempt that takes longer than a lease keeps it', async () => {
      let asked = 0
      attempt = async (_delivery, number) => {
        asked++
        await new Promise<void>((resolve) => void clock.after(50_000, resolve))
        return attempted(number, 'ok')
      }
      await deliver(1)
      await worker.start()
      await passes(52_000)
      await settles()
      assert.equal(asked, 1)
      const [row] = await rows()
      assert.deepEqual([row?.state, row?.crashes], ['done', 1])
    })

    test('R24 a delivery that throws repeatedly becomes a dead letter, and the log has the errors', async () => {
      const fault = new Error('no such thing')
      attempt = async () => {
        throw fault
      }
      await deliver(1)
      await worker.start()
      // Pauses of 4, 8, 16 and 32 seconds, each until the next sweep. The first crash is that of the dead process.
      await passes(75_000)
      // On a busy machine the database takes its time for each of them.
      for (let tries = 0; tries < 60 && (await rows())[0]?.state === 'due'; tries++) await passes(500)
      const [row] = await rows()
      assert.deepEqual([row?.state, row?.crashes, row?.attempts], ['dead_letter', 5, 0])
      assert.equal(faults.length, 4)
      // In the field that pino prints as an error.
      for (const one of faults) assert.equal('err' in one && one.err, fault)
    })

    test('T52 a queued delivery that another process erased is not attempted', async () => {
      const asked: string[] = []
      attempt = async ({ lane }, number) => {
        asked.push(lane)
        await new Promise<void>((resolve) => void clock.after(5000, resolve))
        return attempted(number, 'ok')
      }
      // Two at a time: the others wait behind them.
      await deliver(4)
      await worker.start()
      await passes(2000)
      await until(() => asked.length === 2)
      await place.db.query(erased, ['photo:2'])
      await passes(9000)
      await settles()
      assert.deepEqual(asked.toSorted(), ['photo:0', 'photo:1', 'photo:3'])
    })

    test('T52 a delivery that another process erased before its next attempt is not attempted again', async () => {
      const asked: string[] = []
      attempt = async ({ lane }, number) => {
        asked.push(`${lane} ${number}`)
        return attempted(number, number === 1 ? 'retry' : 'ok')
      }
      await deliver(2)
      await worker.start()
      await passes(1000)
      await until(() => asked.length === 2)
      await place.db.query(erased, ['photo:1'])
      await passes(32_000)
      await settles()
      assert.deepEqual(asked.toSorted(), ['photo:0 1', 'photo:0 2', 'photo:1 1'])
    })

    test('T53 when the clock of the database is set, a process does not claim its own deliveries again', async () => {
      const asked: number[] = []
      attempt = async (_delivery, number) => {
        asked.push(number)
        return attempted(number, number === 1 ? 'retry' : 'ok')
      }
      await deliver(1)
      await worker.start()
      await passes(1000)
      await until(() => asked.length === 1)
      // When it is due again is stored.
      while ((await rows())[0]?.attempts !== 1) await settle(1)
      clock.set(300_000)
      await passes(20_000)
      assert.deepEqual(asked, [1])
      await passes(12_000)
      await settles()
      assert.deepEqual(asked, [1, 2])
      const [row] = await rows()
      assert.deepEqual([row?.state, row?.crashes], ['done', 1])
    })

    test('the lease of a delivery is released when the process ends while it writes the next attempt', async () => {
      attempt = async (_delivery, number) => attempted(number, 'retry')
      await deliver(1)
      await worker.start()
      while ((await rows())[0]?.token === null || worker.leased === 0) await settle(1)
      await worker.close(async () => {})
      const [row] = await rows()
      assert.deepEqual([row?.state, row?.token], ['due', null])
      assert.equal(worker.leased, 0)
    })

    test('a delivery of a kind that no module of this process owns is left to other processes', async () => {
      const asked: string[] = []
      attempt = async (delivery, number) => {
        asked.push(delivery.kind)
        return attempted(number, 'ok')
      }
      await deliver(1, 'telegraph')
      const [row] = await rows()
      const leased = { kind: 'telegraph', lane: 'photo:0', endpoint: 'photo_fetch:1', attempts: 0, crashes: 0 }
      const times = {
        createdAt: clock.now(),
        firstAt: clock.now(),
        leaseEnd: clock.now() + 30_000,
        verifiedAt: clock.now(),
      }
      const token = row?.token ?? ''
      worker.enqueue([{ ...leased, ...times, account, id: row?.id ?? 0, token } as LeasedDelivery])
      await worker.start()
      await passes(2000)
      const [left] = await rows()
      assert.deepEqual([left?.state, left?.token, left?.crashes], ['due', null, 0])
      assert.deepEqual(asked, [])
    })

    test('a kind may give one delivery another policy', async () => {
      const asked = new Map<string, number>()
      attempt = async ({ lane }, number) => {
        asked.set(lane, number)
        return attempted(number, 'retry')
      }
      await deliver(2)
      await worker.start()
      await passes(8000)
      assert.deepEqual(
        [...asked],
        [
          ['photo:0', 1],
          ['photo:1', 4],
        ],
      )
    })
  })
