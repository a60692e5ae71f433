import { randomUUID } from 'node:crypto'
import { SERVER_URL } from './parts/server-url.ts'
import { deliveryRows as logRows, messageStatement, readLog } from '../packages/server/src/agent-api/delivery-log.ts'
import type { Db } from '../packages/server/src/db/db.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { openDb } from '../packages/server/src/db/open.ts'
import { divideSmall } from '../packages/server/src/db/parts/divide.ts'
import { keepParts } from '../packages/server/src/db/parts/keep.ts'
import { WEEK, weekOf } from '../packages/server/src/db/parts/weeks.ts'
import { statement } from '../packages/server/src/db/statement.ts'
import { newDelivery } from '../packages/server/src/deliveries/new-delivery.ts'
import { deliveryRows, settleRows, toLeased, type DeliveryRow } from '../packages/server/src/deliveries/rows.ts'
import { toSettlement } from '../packages/server/src/deliveries/settlement.ts'
import {
  insertDeliveries,
  promoteStatement,
  settleLeasedStatement,
} from '../packages/server/src/deliveries/statements.ts'
import { realClock } from '../packages/server/src/platform/clock.ts'
import { makeDatabase, type Database } from './parts/database.ts'
import { inMs, median, perSecond, print, ratioInTurns } from './parts/figures.ts'

/**
 * What the division of deliveries costs and saves: two databases on Postgres, with the same deliveries of six weeks, one of them divided.
 * Deliveries are written in pairs, promoted and ended, and the log is read, in turns; then the oldest week is removed from each.
 */
const WEEKS = 6
const EACH = 100_000
const BATCH = 20
const BATCHES = 200
const READS = 400
const TURNS = 5
const KEPT = 31 * 24 * 3600 * 1000
const TEXT = 'x'.repeat(600)
const log = { info() {}, warn() {}, error() {} }

const now = Date.now()
const first = weekOf(now) - (WEEKS - 1) * WEEK

interface Side {
  readonly db: Db
  readonly database: Database
  /** How many were written. */
  count: number
}

async function open(isDivided: boolean): Promise<Side> {
  const database = await makeDatabase(SERVER_URL)
  const db = await openDb({
    ...{ databaseUrl: database.url, dataDir: '', clock: realClock, log },
    onFatal(error) {
      throw error
    },
  })
  await migrate(db, log)
  if (isDivided) {
    await divideSmall(db, log, first, true)
    for (let week = first; week <= now; week += WEEK)
      await db.administer((client) => keepParts(client, { name: 'delivery_ended', kept: 100 * WEEK }, week))
  }
  await database.query(`insert into account (name) values ('Shop')`)
  await database.query(`
    insert into delivery (account_id, kind, lane, endpoint, channel_id, chat_id, entry_n, recipient, body, state, attempts,
      first_at, created_at, finished_at, status)
    select 1, 'agent_message', 'lane ' || n / 10, 'channel:1', 1 + n % 5, n / 10, 1 + n % 10, 'visitor ' || n / 10,
      jsonb_build_object('id', 'm' || n, 'text', '${TEXT}'), 'done', 1, at, at, at, 200
    from generate_series(1, ${EACH * WEEKS}) n,
      lateral (select to_timestamp(${first} / 1000.0 + (n - 1) * ${(WEEK * WEEKS) / 1000 / (EACH * WEEKS)}) as at) t`)
  await database.query('vacuum (analyze)')
  return { db, database, count: EACH * WEEKS }
}

/** Deliveries a second: two in each lane, of which the second waits for the first. */
async function delivers(side: Side): Promise<number> {
  const begun = performance.now()
  const at = new Date(now)
  const until = new Date(now + 30_000)
  for (let batch = 0; batch < BATCHES; batch++) {
    const rows = Array.from({ length: BATCH }, () => {
      const n = ++side.count
      const chat = n >> 1
      return newDelivery({
        ...{
          account: 1,
          kind: 'agent_message',
          lane: `lane ${chat}`,
          endpoint: `channel:${n % 7}`,
          channel: 1 + (n % 5),
        },
        ...{ chat, of: 1, recipient: `visitor ${chat}`, body: { id: `m${n}`, text: TEXT } },
      })
    })
    const written = await side.db.query<DeliveryRow>(insertDeliveries, [deliveryRows(rows), at, until, randomUUID()])
    const ends = (found: readonly DeliveryRow[]) =>
      side.db.transaction(async (tx) => {
        const leased = toLeased(found)
        const settled = leased.map((one) => toSettlement(one, null, { state: 'done', reason: null }))
        const lanes = [leased.map(({ account }) => account), leased.map(({ lane }) => lane)]
        const [, next] = await Promise.all([
          tx.query(settleLeasedStatement, [settleRows(settled), at]),
          tx.query<DeliveryRow>(promoteStatement, [...lanes, at, until, randomUUID()]),
        ])
        return next
      })
    await ends(await ends(written))
  }
  return (BATCH * BATCHES) / ((performance.now() - begun) / 1000)
}

async function timed(read: (i: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < READS; i++) {
    const begun = performance.now()
    await read(i)
    times.push(performance.now() - begun)
  }
  return median(times)
}

const lists = ({ db }: Side) =>
  timed((i) => db.asAccount(1, (tx) => readLog(tx, 1, logRows(1), { channel: 1 + (i % 5) })))
const finds = ({ db }: Side) => timed((i) => db.query(messageStatement, [1, `m${1 + i * 1000}`, null, null]))

const oldStatement = statement(
  'bench_delivery_log_old',
  `delete from delivery where ctid = any(array(select ctid from delivery where finished_at < $1 limit 5000)) and finished_at < $1
   returning 1`,
)

/** Seconds, until the room of the oldest week is free. */
async function removes({ db, database }: Side, isDivided: boolean): Promise<number> {
  const end = first + WEEK
  const begun = performance.now()
  if (isDivided) await db.administer((client) => keepParts(client, { name: 'delivery_ended', kept: KEPT }, end + KEPT))
  else {
    while ((await db.query(oldStatement, [new Date(end)])).length > 0);
    await database.query('vacuum delivery')
  }
  return (performance.now() - begun) / 1000
}

const whole = await open(false)
const divided = await open(true)
try {
  const of = async (measure: (side: Side) => Promise<number>) => {
    await measure(whole)
    const found = { divided: [await measure(divided)], whole: [] as number[] }
    for (let turn = 0; turn < TURNS; turn++) {
      found.whole.push(await measure(whole))
      found.divided.push(await measure(divided))
    }
    return found
  }
  const [delivered, listed, looked] = [await of(delivers), await of(lists), await of(finds)]
  const seconds = [await removes(whole, false), await removes(divided, true)]
  const told = (found: typeof listed) => `p50 ${inMs(median(found.divided))} and ${inMs(median(found.whole))}`
  print('delivery-log', [
    {
      question: `Deliveries written, promoted and ended ${BATCH} at a time, divided over in one table`,
      measured: `${perSecond(median(delivered.divided))} and ${perSecond(median(delivered.whole))}`,
      value: ratioInTurns(delivered.divided, delivered.whole),
      unit: '',
      least: 0.95,
    },
    {
      question: `The newest page of a channel’s log is read, of ${WEEKS} weeks, divided over in one table`,
      measured: told(listed),
      value: ratioInTurns(listed.divided, listed.whole),
      unit: '',
      most: 1.5,
    },
    {
      question: `The deliveries of one message are found, of ${WEEKS} weeks, divided over in one table`,
      measured: told(looked),
      value: ratioInTurns(looked.divided, looked.whole),
      unit: '',
      most: 2,
    },
    {
      question: `A week of ${EACH.toLocaleString('en')} deliveries is removed and its room free, divided over in one table`,
      measured: `${seconds[1]?.toFixed(2)} s and ${seconds[0]?.toFixed(2)} s`,
      value: (seconds[1] ?? 0) / (seconds[0] ?? 1),
      unit: '',
      most: 0.1,
    },
  ])
} finally {
  for (const { db, database } of [whole, divided]) {
    await db.close()
    await database.drop()
  }
}
process.exit(0)
