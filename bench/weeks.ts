import { SERVER_URL } from './parts/server-url.ts'
import type { Db } from '../packages/server/src/db/db.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { openDb } from '../packages/server/src/db/open.ts'
import { divideSmall } from '../packages/server/src/db/parts/divide.ts'
import { keepParts } from '../packages/server/src/db/parts/keep.ts'
import { WEEK, weekOf } from '../packages/server/src/db/parts/weeks.ts'
import { statement } from '../packages/server/src/db/statement.ts'
import { realClock } from '../packages/server/src/platform/clock.ts'
import { writeEvents } from '../packages/server/src/webhooks/effects.ts'
import { eventStatement } from '../packages/server/src/webhooks/finish.ts'
import { makeDatabase, type Database } from './parts/database.ts'
import { inMs, median, perSecond, print, ratioInTurns } from './parts/figures.ts'

/**
 * What the division by weeks costs and saves: two databases on Postgres, with the same events of six weeks, one of them divided.
 * Events are written 32 at a time, in turns, and read one by one; then the oldest week is removed from each.
 */
const WEEKS = 6
const EACH = 200_000
const BATCH = 32
const BATCHES = 400
const READS = 2000
const TURNS = 5
const KEPT = 31 * 24 * 3600 * 1000
const BODY = JSON.stringify({ text: 'x'.repeat(600) })
const log = { info() {}, warn() {}, error() {} }

const now = Date.now()
const first = weekOf(now) - (WEEKS - 1) * WEEK

interface Side {
  readonly db: Db
  readonly database: Database
  /** The number of the newest event. */
  last: number
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
    await divideSmall(db, log, first - 2 * WEEK)
    for (let week = first; week <= now; week += WEEK)
      await db.administer((client) => keepParts(client, { name: 'event', kept: 100 * WEEK }, week))
  }
  await database.query(`insert into account (name) values ('Shop')`)
  await database.query(`
    insert into event (account_id, n, name, chat_id, entry_n, body, whole, at)
    select 1, n, 'chat_updated', n / 10, 1, '${BODY}', true,
      to_timestamp(${first} / 1000.0 + (n - 1) * ${(WEEK * WEEKS) / 1000 / (EACH * WEEKS)})
    from generate_series(1, ${EACH * WEEKS}) n`)
  await database.query('vacuum (analyze)')
  return { db, database, last: EACH * WEEKS }
}

async function writes(side: Side): Promise<number> {
  const begun = performance.now()
  for (let batch = 0; batch < BATCHES; batch++) {
    const rows = Array.from({ length: BATCH }, () => ({
      ...{ account_id: 1, n: ++side.last, name: 'chat_updated', chat_id: Math.floor(side.last / 10), call_id: null },
      ...{ entry_n: 1, webhook_id: null, body: BODY, whole: true },
    }))
    await side.db.query(writeEvents, [JSON.stringify(rows), new Date(now)])
  }
  return (BATCH * BATCHES) / ((performance.now() - begun) / 1000)
}

async function reads({ db }: Side): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < READS; i++) {
    const n = 1 + ((i * 7919) % (EACH * WEEKS))
    const begun = performance.now()
    await db.query(eventStatement, [[1], [n]])
    times.push(performance.now() - begun)
  }
  return median(times)
}

const oldStatement = statement(
  'bench_weeks_old',
  'delete from event where ctid = any(array(select ctid from event where at < $1 limit 5000)) and at < $1 returning 1',
)

/** Seconds, until the room of the oldest week is free. */
async function removes({ db, database }: Side, isDivided: boolean): Promise<number> {
  const end = first + WEEK
  const begun = performance.now()
  if (isDivided) await db.administer((client) => keepParts(client, { name: 'event', kept: KEPT }, end + KEPT))
  else {
    while ((await db.query(oldStatement, [new Date(end)])).length > 0);
    await database.query('vacuum event')
  }
  return (performance.now() - begun) / 1000
}

const size = async ({ database }: Side) =>
  Number(
    (
      await database.query<{ size: string }>(`select sum(pg_total_relation_size(c.oid)) as size from pg_class c
    where relname ~ '^event' and relkind = 'r'`)
    )[0]?.size,
  ) /
  1024 ** 2

const whole = await open(false)
const divided = await open(true)
try {
  await writes(whole)
  await writes(divided)
  const written = { divided: [await writes(divided)], whole: [] as number[] }
  const read = { divided: [await reads(divided)], whole: [] as number[] }
  for (let turn = 0; turn < TURNS; turn++) {
    written.whole.push(await writes(whole))
    read.whole.push(await reads(whole))
    written.divided.push(await writes(divided))
    read.divided.push(await reads(divided))
  }
  const before = [await size(whole), await size(divided)]
  const seconds = [await removes(whole, false), await removes(divided, true)]
  const after = [await size(whole), await size(divided)]
  const mb = (of: readonly number[]) => of.map((one) => `${Math.round(one ?? 0)} MB`).join(' and ')
  print(
    'weeks',
    [
      {
        question: `Events written ${BATCH} at a time, divided by weeks over in one table`,
        measured: `${perSecond(median(written.divided))} and ${perSecond(median(written.whole))}`,
        value: ratioInTurns(written.divided, written.whole),
        unit: '',
        least: 0.95,
      },
      {
        question: `The body of one event is read, by its number, of ${WEEKS} weeks, divided over in one table`,
        measured: `p50 ${inMs(median(read.divided))} and ${inMs(median(read.whole))}`,
        value: ratioInTurns(read.divided, read.whole),
        unit: '',
        most: 1.2,
      },
      {
        question: `A week of ${EACH.toLocaleString('en')} events is removed and its room free, divided over in one table`,
        measured: `${seconds[1]?.toFixed(2)} s and ${seconds[0]?.toFixed(2)} s`,
        value: (seconds[1] ?? 0) / (seconds[0] ?? 1),
        unit: '',
        most: 0.1,
      },
    ],
    [`In one table and divided, the events take ${mb(before)}, and ${mb(after)} without the oldest week.`],
  )
} finally {
  for (const { db, database } of [whole, divided]) {
    await db.close()
    await database.drop()
  }
}
process.exit(0)
