import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { inspect } from 'node:util'
import type { Db } from '../../src/db/db.ts'
import { isUnavailable } from '../../src/db/errors.ts'
import { EMBEDDED_MAJOR } from '../../src/db/initdb.ts'
import { openDb, type OpenOptions } from '../../src/db/open.ts'
import { statement } from '../../src/db/statement.ts'
import { handClock } from '../clock.ts'
import { makePlace, quietLog } from '../db.ts'
import { Writer } from './writing.ts'

const readVersion = statement('embedded_version', "select current_setting('server_version') as version")
const readKept = statement('embedded_kept', 'select n from kept order by n')

describe('the embedded database', () => {
  let dataDir: string
  let drop: () => Promise<void>
  const writers: Writer[] = []
  beforeEach(async () => {
    const place = await makePlace('embedded')
    dataDir = place.dataDir
    drop = place.drop
  })
  afterEach(async () => {
    for (const writer of writers.splice(0)) await writer.kill()
    for (const db of opened.splice(0)) await db.close().catch(() => {})
    await drop()
  })
  const start = (mode: 'hold' | 'write', execArgv: string[] = []) => {
    const writer = new Writer(dataDir, mode, execArgv)
    writers.push(writer)
    return writer
  }
  const opened: Db[] = []
  const open = async (options: Partial<OpenOptions> = {}) => {
    const db = await openDb({ dataDir, clock: handClock(), log: quietLog, onFatal: assert.fail, ...options })
    opened.push(db)
    return db
  }

  test('is created in a missing folder, readable only by its owner, completely or not at all', async () => {
    const folder = join(dataDir, 'deep', 'er')
    // Files of an interrupted start do not prevent the next one.
    mkdirSync(join(folder, 'db.new'), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'db.new', 'PG_VERSION'), '3')
    const db = await open({ dataDir: folder })
    const [row] = await db.query<{ version: string }>(readVersion, [])
    assert.equal(row?.version.split('.')[0], EMBEDDED_MAJOR)
    await db.close()
    for (const path of [join(dataDir, 'deep'), folder, join(folder, 'db')]) {
      assert.equal(statSync(path).mode & 0o777, 0o700, path)
    }
    assert.equal(statSync(join(folder, 'lock.db')).mode & 0o777, 0o600)
    assert.deepEqual(readdirSync(folder).toSorted(), ['db', 'lock.db'])
  })

  test('keeps its data over close and open', async () => {
    const db = await open()
    await db.administer((client) => client.query('create table kept (n int); insert into kept values (1)'))
    await db.close()
    const again = await open()
    assert.deepEqual(await again.query(readKept, []), [{ n: 1 }])
    await again.close()
    await assert.rejects(again.query(readKept, []), isUnavailable)
  })

  test('a second process on the folder is refused with a sentence until the first has ended in any way', async () => {
    const first = start('hold')
    await first.hear('ready')
    const sentence = /Another Deskbell is running on .*deskbell-test-.*DATA_DIR.*DATABASE_URL/
    await assert.rejects(open(), sentence)
    assert.match((await start('hold').hear('refused')) ?? '', sentence)
    await first.kill()
    const db = await open()
    await db.ping()
    await assert.rejects(open(), sentence)
    await db.close()
  })

  test('a database of another major version is refused with a sentence', async () => {
    writeFileSync(join(dataDir, 'db', 'PG_VERSION'), '17\n')
    await assert.rejects(open(), /written by PostgreSQL 17, .* brings PostgreSQL 18/)
    // … and the folder is unlocked.
    writeFileSync(join(dataDir, 'db', 'PG_VERSION'), '18\n')
    await (await open()).close()
  })

  test('a folder with other content is not changed', async () => {
    rmSync(join(dataDir, 'db'), { recursive: true })
    mkdirSync(join(dataDir, 'db'))
    writeFileSync(join(dataDir, 'db', 'photo.jpg'), 'a photo')
    await assert.rejects(open(), /db holds something that is not a database/)
    assert.equal(readFileSync(join(dataDir, 'db', 'photo.jpg'), 'utf8'), 'a photo')
  })

  test('R3 the start is refused when fsync does not reach the disk', async () => {
    assert.match(
      (await start('hold', ['--import', new URL('./no-fsync.ts', import.meta.url).href]).hear('refused')) ?? '',
      /fsync is never called.*acknowledged messages/,
    )
  })

  test('R1 after kill -9 all acknowledged writes exist, in order and once', async () => {
    let acknowledged = 0
    for (let round = 1; round <= 3; round++) {
      const writer = start('write')
      await writer.hear('ready')
      while (writer.said.length < 25 * round) await once(writer.child, 'message')
      await writer.kill()
      for (const { wrote } of writer.said) acknowledged = Math.max(acknowledged, wrote ?? 0)
    }
    const db = await open()
    const kept = (await db.query<{ n: number }>(readKept, [])).map((row) => row.n)
    assert.ok(acknowledged > 100)
    assert.ok(kept.length >= acknowledged, `${kept.length} of ${acknowledged}`)
    assert.deepEqual(
      kept,
      Array.from({ length: kept.length }, (_, place) => place + 1),
    )
    await db.close()
  })

  test('the death of the worker thread is reported once, and every query fails', async () => {
    const fatal: Error[] = []
    const dead = Promise.withResolvers<void>()
    const db = await open({
      onFatal(error) {
        fatal.push(error)
        dead.resolve()
      },
    })
    await db.ping()
    // Postgres cannot write its log, and panics instead of acknowledging.
    await db.administer((client) => client.query('create table doomed (n int)'))
    rmSync(join(dataDir, 'db', 'pg_wal'), { recursive: true })
    await assert.rejects(
      db.administer(async (client) => {
        for (let i = 0; i < 40; i++) await client.query('insert into doomed select 1 from generate_series(1, 20000)')
      }),
      isUnavailable,
    )
    await dead.promise
    await assert.rejects(db.ping(), isUnavailable)
    await assert.rejects(
      db.pipeline((tx) => tx.query(readKept, [])),
      isUnavailable,
    )
    await db.close()
    assert.equal(fatal.length, 1)
    assert.match(fatal[0]?.message ?? '', /The embedded database cannot continue/)
  })

  test('runs checkpoint, vacuum and analyze by the clock', async () => {
    const clock = handClock()
    const log = { ...quietLog, error: (fields: object) => assert.fail(inspect(fields)) }
    const db = await open({ clock, log })
    const facts = async () => {
      const { rows } = await db.administer((client) =>
        client.query<{ checkpoint: string; dead: number; vacuumed: boolean; tuples: number }>(
          `select checkpoint_lsn::text as checkpoint, n_dead_tup::int as dead, last_vacuum is not null as vacuumed,
             reltuples::int as tuples
           from pg_control_checkpoint(), pg_stat_user_tables s join pg_class c on c.oid = s.relid where s.relname = 'worn'`,
        ),
      )
      assert.ok(rows[0])
      return rows[0]
    }
    /** Moves the clock and waits for the started maintenance with a query after it. */
    const pass = async (ms: number) => {
      for (let moved = 0; moved < ms; moved += 1_000) {
        await clock.move(1_000)
        await db.ping()
        await clock.move(0)
      }
    }
    await db.administer(async (client) => {
      await client.query('create table worn (n int)')
      await client.query('insert into worn select g from generate_series(1, 2000) g')
      await client.query('update worn set n = n + 1')
    })
    // Postgres updates its statistics about once a second of real time.
    await db.administer(async (client) => {
      await client.query('select pg_sleep(1.1)')
      await client.query('select 1')
    })
    const before = await facts()
    await pass(70_000)
    assert.notEqual((await facts()).checkpoint, before.checkpoint)
    // The catalog's tables are first.
    for (let seconds = 0; seconds < 20 && !(await facts()).vacuumed; seconds++) await pass(1_000)
    const after = await facts()
    assert.deepEqual([before.vacuumed, after.vacuumed, after.dead, after.tuples], [false, true, 0, 2000])

    // Without writes nothing runs; after many writes maintenance does not wait for the minute.
    await pass(130_000)
    const idle = await facts()
    await pass(130_000)
    assert.equal((await facts()).checkpoint, idle.checkpoint)
    await db.administer((client) => client.query('insert into worn select g from generate_series(1, 400000) g'))
    let seconds = 0
    while ((await facts()).checkpoint === idle.checkpoint && seconds++ < 20) await pass(1_000)
    assert.ok(seconds <= 20)
    await db.close()
  })

  test('starts on a machine with little memory', { skip: process.platform !== 'linux' && 'reads /proc' }, async () => {
    const writer = start('hold')
    await writer.hear('ready')
    const status = readFileSync(`/proc/${writer.child.pid}/status`, 'utf8')
    const peak = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
    assert.ok(peak > 0 && peak < 400, `${peak} MB`)
  })
})

test('a folder copied while the database is closed is a backup', async () => {
  const { dataDir, drop } = await makePlace('embedded')
  const copy = mkdtempSync(join(tmpdir(), 'deskbell-copy-'))
  const options = { clock: handClock(), log: quietLog, onFatal: assert.fail }
  const db = await openDb({ dataDir, ...options })
  await db.administer((client) => client.query('create table kept (n int); insert into kept values (7)'))
  await db.close()
  cpSync(dataDir, copy, { recursive: true })
  const again = await openDb({ dataDir: copy, ...options })
  assert.deepEqual(await again.query(readKept, []), [{ n: 7 }])
  await again.close()
  rmSync(copy, { recursive: true })
  await drop()
})
