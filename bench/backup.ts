import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { startChild } from './parts/child.ts'
import { makeDatabase, type Database } from './parts/database.ts'
import { channelPath, startDeskbell } from './parts/deskbell.ts'
import { median, perSecond, print, ratioInTurns } from './parts/figures.ts'
import type { GeneratorJobs } from './parts/generator.ts'
import { fill } from './parts/history.ts'

/**
 * What a backup costs a server that accepts messages, and how long a restore takes: 1 200 000 entries in 60 000 chats on Postgres.
 * The rate during a backup is compared with the rates before and after it. A restore is timed with its check of the whole file, and
 * its rows are compared with those of the backup.
 */
const ROUNDS = 5
const CONNECTIONS = 64
const HISTORY = { chats: 60_000, open: 2000, entries: 20, connections: CONNECTIONS }
const COMMAND = fileURLToPath(new URL('../packages/server/src/backup.ts', import.meta.url))
const GB = 1024 ** 3
/** Rows of the entries and the states of chats, as one number each. */
const LEDGER = `select (select count(*) from entry)::int as entries, (select sum(hashtextextended(e::text, 0)) from entry e) as texts,
  (select sum(hashtextextended(c.state::text, 0)) from chat c) as states`

const folder = mkdtempSync(join(tmpdir(), 'deskbell-backup-'))
const generator = startChild<GeneratorJobs>(new URL('./parts/generator.ts', import.meta.url))
const desk = await startDeskbell({ kind: 'server' })

/** Runs a command of the backups. Resolves with its time (s). */
async function run(database: Database, ...args: string[]): Promise<number> {
  const begun = performance.now()
  const child = spawn(process.execPath, [COMMAND, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database.url,
    },
  })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
  return (performance.now() - begun) / 1000
}

async function post(measure: number): Promise<number> {
  const target = { host: '127.0.0.1', port: desk.port, path: channelPath() }
  return (await generator.call('post', { target, connections: CONNECTIONS, visitors: 10, warm: 200, measure })).rate
}

try {
  const { database } = desk
  if (!database) throw new Error('it has no database of its own')
  await fill(database, HISTORY)
  await post(3000)
  const rates = { without: [] as number[], during: [] as number[] }
  const seconds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rates.without.push(await post(3000))
    const path = join(folder, `${round}.backup`)
    const made = run(database, 'backup', path)
    // The program starts, and connects.
    await pause(1000)
    rates.during.push(await post(3000))
    seconds.push(await made)
    rmSync(path)
  }
  rates.without.push(await post(3000))

  const path = join(folder, 'last.backup')
  await pause(2000)
  await run(database, 'backup', path)
  const [ledger] = await database.query(LEDGER)
  const [found] = await database.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  const size = Number(found?.bytes) / GB
  const target = await makeDatabase()
  const restored = await run(target, 'restore', path)
  const [again] = await target.query(LEDGER)
  await target.drop()
  const isEqual = JSON.stringify(ledger) === JSON.stringify(again)
  print(
    'backup',
    [
      {
        question: 'Messages accepted during a backup, over without',
        measured: `${perSecond(median(rates.during))} over ${perSecond(median(rates.without))}`,
        value: 1 / ratioInTurns(rates.without, rates.during),
        unit: '',
        least: 0.9,
      },
      {
        question: 'Restore of 10 GB, from the time for the database of this run',
        measured: `${restored.toFixed(1)} s for ${size.toFixed(2)} GB; the file has ${(statSync(path).size / GB).toFixed(2)} GB; the ledger is ${isEqual ? 'equal' : 'NOT equal'}`,
        value: isEqual ? (restored * 10) / size : Number.POSITIVE_INFINITY,
        unit: 's',
        most: 300,
      },
    ],
    [`A backup took ${median(seconds).toFixed(1)} s beside the load, with its check.`],
  )
} finally {
  await desk.stop()
  await generator.stop()
  rmSync(folder, { recursive: true, force: true })
}
