import { randomBytes } from 'node:crypto'
import { findBinaries, startOwnPostgres } from '../packages/server/test/races/own-postgres.ts'
import { NATS_URL } from './parts/nats-url.ts'
import { startChild } from './parts/child.ts'
import { secondsOf, secondsOfPostgres } from './parts/cpu.ts'
import { makeDatabase, type Database } from './parts/database.ts'
import { channelPath, startDeskbell, type Deskbell } from './parts/deskbell.ts'
import { inMs, median, perSecond, print, ratioInTurns, type Row } from './parts/figures.ts'
import type { GeneratorJobs } from './parts/generator.ts'
import { fill } from './parts/history.ts'
import type { Seen, WatcherJobs } from './parts/watcher.ts'

/** What several processes cost beside one, on the same cores, with one Postgres and one NATS. */
const ROUNDS = 3
const CONNECTIONS = 64
const ACTIVE = 200_000
const IDLE_PROCESSES = 16
const IDLE_FOR = 30_000
/** Processes that have just started look once at everything (ms). */
const SETTLED = 10_000

const generators = [1, 2, 3].map(() => startChild<GeneratorJobs>(new URL('./parts/generator.ts', import.meta.url)))
const watcher = startChild<WatcherJobs>(new URL('./parts/watcher.ts', import.meta.url))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Processes on one database, with one NATS. `stop` drops the database. */
function openGroup(database: Database) {
  const env = { NATS_URL, SECRET_KEY: randomBytes(24).toString('hex') }
  const all: Deskbell[] = []
  return {
    all,
    /** One after the other: starting many at once says nothing about what they cost. */
    async grow(count: number): Promise<void> {
      while (all.length < count)
        all.push(await startDeskbell({ kind: 'server', database: { ...database, drop: async () => {} }, env }))
    },
    async stop(): Promise<void> {
      await Promise.all(all.map((one) => one.stop()))
      await database.drop()
    },
  }
}

async function withProcesses<T>(count: number, use: (all: readonly Deskbell[]) => Promise<T>): Promise<T> {
  const group = openGroup(await makeDatabase())
  try {
    await group.grow(count)
    return await use(group.all)
  } finally {
    await group.stop()
  }
}

interface Loaded {
  readonly rate: number
  /** Microseconds of a core a message. */
  readonly node: number
  readonly postgres: number
}

/** The same number of connections over these processes. */
async function load(processes: readonly Deskbell[], prefix: string): Promise<Loaded> {
  const each = Math.floor(CONNECTIONS / processes.length)
  const before = { node: nodeSeconds(processes), postgres: secondsOfPostgres() }
  const posted = await Promise.all(
    processes.map(({ host, port }, i) =>
      generators[i]!.call('post', {
        target: { host, port, path: channelPath() },
        connections: each,
        prefix: `${prefix}${i}-`,
        warm: 1500,
        measure: 4000,
      }),
    ),
  )
  const accepted = posted.reduce((sum, one) => sum + one.accepted, 0)
  const micros = (seconds: number) => (seconds * 1e6) / accepted
  return {
    rate: posted.reduce((sum, one) => sum + one.rate, 0),
    node: micros(nodeSeconds(processes) - before.node),
    postgres: micros(secondsOfPostgres() - before.postgres),
  }
}

const nodeSeconds = (processes: readonly Deskbell[]): number =>
  processes.reduce((sum, { pid }) => sum + secondsOf(pid), 0)

const of = (found: readonly Loaded[], pick: (one: Loaded) => number) => median(found.map(pick))
const told = (found: readonly Loaded[]) =>
  `${perSecond(of(found, ({ rate }) => rate))}, a message ${of(found, ({ node }) => node).toFixed(0)} µs of Node and ${of(found, ({ postgres }) => postgres).toFixed(0)} µs of Postgres`
const total = ({ node, postgres }: Loaded) => node + postgres

/** How many times as much as beside it, turn by turn. */
const times = <T>(found: readonly T[], beside: readonly T[], pick: (one: T) => number): number =>
  1 / ratioInTurns(beside.map(pick), found.map(pick))

const ingest = (): Promise<Row[]> =>
  withProcesses(3, async (all) => {
    const [one, two, three]: [Loaded[], Loaded[], Loaded[]] = [[], [], []]
    await load(all, 'warm')
    one.push(await load(all.slice(0, 1), 'v'))
    for (let round = 0; round < ROUNDS; round++) {
      two.push(await load(all.slice(0, 2), 'v'))
      three.push(await load(all, 'v'))
      one.push(await load(all.slice(0, 1), 'v'))
    }
    return [
      {
        question: `Messages accepted a second by two processes, over one, with ${CONNECTIONS} connections on the same cores`,
        measured: `one: ${told(one)}; two: ${told(two)}`,
        value: times(two, one, ({ rate }) => rate),
        unit: '',
        least: 0.95,
      },
      {
        question: `Cost of a message with three processes, over one, with ${CONNECTIONS} connections`,
        measured: `three: ${told(three)}`,
        value: times(three, one, total),
        unit: '',
        most: 1.2,
      },
    ]
  })

const live = (): Promise<Row> =>
  withProcesses(2, async ([here, there]) => {
    if (!here || !there) throw new Error('two processes are needed')
    const target = { host: here.host, port: here.port, path: channelPath() }
    const full = await generators[0]!.call('post', { target, connections: CONNECTIONS, warm: 2000, measure: 3000 })
    const see = ({ host, port }: Deskbell) =>
      watcher.call('see', {
        ...{ target, agentAt: { host, port }, connections: 48, rate: full.rate / 10 },
        ...{ warm: 1000, measure: 5000 },
      })
    const [same, other]: [Seen[], Seen[]] = [[await see(here)], []]
    for (let round = 0; round < ROUNDS; round++) {
      other.push(await see(there))
      same.push(await see(here))
    }
    const p99 = ({ seen }: Seen) => seen.p99
    const shown = (found: readonly Seen[]) =>
      `p50 ${inMs(median(found.map(({ seen }) => seen.p50)))}, p99 ${inMs(median(found.map(p99)))}`
    return {
      question: 'From the POST at one process to the agent’s socket at another one, p99, over the same process',
      measured: `at ${perSecond(full.rate / 10)}: same ${shown(same)}; other ${shown(other)}`,
      value: times(other, same, p99),
      unit: '',
      most: 2,
    }
  })

/** What processes that nobody uses have Postgres do. */
async function idle(): Promise<Row> {
  const bin = findBinaries()
  if (bin === undefined) throw new Error('this needs the programs of Postgres: so many processes have 200 connections')
  const postgres = await startOwnPostgres(bin, { sharedBuffers: '256MB', maxConnections: 400 })
  const database = await makeDatabase(postgres.databaseUrl)
  const group = openGroup(database)
  const share = async () => {
    await pause(SETTLED)
    const before = secondsOfPostgres()
    await pause(IDLE_FOR)
    return ((secondsOfPostgres() - before) * 1000) / IDLE_FOR
  }
  try {
    await group.grow(1)
    await fill(database, { chats: ACTIVE, open: ACTIVE, entries: 2, connections: CONNECTIONS })
    // Chats that move all the time.
    await database.query('update chat set active_minute = floor(extract(epoch from now()) / 60) + 60')
    await database.query('vacuum (analyze) chat')
    const one = await share()
    await group.grow(IDLE_PROCESSES)
    const many = await share()
    return {
      question: `Share of a core of Postgres for the sweeps, watches and timers of ${IDLE_PROCESSES} processes, with ${ACTIVE.toLocaleString('en')} active chats`,
      measured: `one process: ${one.toFixed(3)}; ${IDLE_PROCESSES}: ${many.toFixed(3)}`,
      value: many,
      unit: '',
      most: 0.05,
    }
  } finally {
    await group.stop()
    await postgres.drop()
  }
}

try {
  print('processes', [...(await ingest()), await live(), await idle()])
} finally {
  for (const one of [...generators, watcher]) await one.stop()
}
