import type { Routing, RoutingChange, RoutingPolicy } from '@deskbell/protocol/agent/routing'
import type { RoutingReplay } from '@deskbell/protocol/agent/routing-replay'
import { openAgent } from './parts/agent.ts'
import { startChild } from './parts/child.ts'
import { agentToken, channelPath, startDeskbell, type Deskbell } from './parts/deskbell.ts'
import { inMs, median, perSecond, print, ratioInTurns, type Row } from './parts/figures.ts'
import type { GeneratorJobs } from './parts/generator.ts'
import { fillWaits } from './parts/past-waits.ts'
import type { Alerted, RoutedJobs } from './parts/routed.ts'

/**
 * What the router costs, on Postgres with 100 agents of 20 channels: how fast waiting chats are given to agents, how soon an agent
 * is alerted, what is left of the ingest, and how long a replay of a month takes.
 */
const CHANNELS = 20
const AGENTS_EACH = 5
const ROUNDS = 3
const CONNECTIONS = 60
const WAITS = 100_000

const places = Array.from({ length: CHANNELS }, (_, place) => place)
const paths = places.map((place) => channelPath(place))
const tokens = places.flatMap((place) => Array.from({ length: AGENTS_EACH }, (_, agent) => agentToken(place, agent)))
const EVERYBODY: RoutingPolicy = { distribution: 'everybody', lastAgentFirst: false, acceptWithin: null }
const GIVEN: RoutingPolicy = { ...EVERYBODY, distribution: 'least-busy' }
const OFFERED: RoutingPolicy = { ...GIVEN, acceptWithin: 60 }

const generator = startChild<GeneratorJobs>(new URL('./parts/generator.ts', import.meta.url))
const agents = startChild<RoutedJobs>(new URL('./parts/routed.ts', import.meta.url))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const post = ({ host, port }: Deskbell, prefix: string, job: { visitors: number; warm: number; measure: number }) =>
  generator.call('post', {
    target: { host, port, path: channelPath() },
    paths,
    prefix,
    connections: CONNECTIONS,
    ...job,
  })

async function change(deskbell: Deskbell, wanted: RoutingChange): Promise<void> {
  const agent = await openAgent(deskbell)
  await agent.ask<Routing>('PATCH', '/api/routing', wanted)
  agent.close()
  // The router takes or gives up its lease.
  await pause(1500)
}

async function waiting({ database }: Deskbell): Promise<number> {
  const [row] =
    (await database?.query<{ n: number }>('select count(*)::int as n from chat where waiting_since is not null')) ?? []
  return row?.n ?? 0
}

/** Runs with agents who are online. */
async function withAgents<T>(act: (deskbell: Deskbell) => Promise<T>): Promise<T> {
  const deskbell = await startDeskbell({ kind: 'server', serverUrls: places.map(() => ''), agentsEach: AGENTS_EACH })
  try {
    const { host, port } = deskbell
    await agents.call('come', { host, port, tokens })
    await change(deskbell, { capacity: { total: 200, kinds: {} } })
    return await act(deskbell)
  } finally {
    await agents.call('go', undefined)
    await deskbell.stop()
  }
}

/** Chats are begun as fast as the server accepts them, and then given to agents as fast as the router does. */
const decisions = (): Promise<Row> =>
  withAgents(async (deskbell) => {
    const ingest: number[] = []
    const decided: number[] = []
    await post(deskbell, 'warm', { visitors: 50, warm: 0, measure: 1000 })
    await drain(deskbell)
    for (let round = 0; round < ROUNDS; round++) {
      const posted = await post(deskbell, `r${round}-`, { visitors: 1000, warm: 0, measure: 2000 })
      ingest.push(posted.rate)
      decided.push(await drain(deskbell))
    }
    return {
      question: 'Chats given to agents a second by the router, over new chats accepted a second',
      measured: `${perSecond(median(decided))} over ${perSecond(median(ingest))}, ${AGENTS_EACH * CHANNELS} agents`,
      value: median(decided.map((rate, round) => rate / (ingest[round] ?? Number.NaN))),
      unit: '',
      least: 1,
    }
  })

/** Has the router give all waiting chats to agents; returns how many a second. */
async function drain(deskbell: Deskbell): Promise<number> {
  const chats = await waiting(deskbell)
  const agent = await openAgent(deskbell)
  await agent.ask<Routing>('PATCH', '/api/routing', { policy: GIVEN })
  let began = 0
  for (const late = performance.now() + 60_000; ;) {
    const left = await waiting(deskbell)
    // From the first decision on: taking the lease is no part of it.
    if (began === 0 && left < chats) began = performance.now()
    if (left === 0) break
    if (performance.now() > late) throw new Error(`${left} of ${chats} chats still wait`)
    await pause(20)
  }
  const rate = (chats * 1000) / (performance.now() - began)
  await agent.ask<Routing>('PATCH', '/api/routing', { policy: EVERYBODY })
  agent.close()
  return rate
}

/** New chats at a steady rate, a tenth of the full one. */
const alerts = (): Promise<Row> =>
  withAgents(async (deskbell) => {
    const { host, port } = deskbell
    const full = await post(deskbell, 'warm', { visitors: 1000, warm: 1000, measure: 2000 })
    await change(deskbell, { policy: GIVEN })
    while ((await waiting(deskbell)) > 0) await pause(100)
    const rounds: Alerted[] = []
    await change(deskbell, { policy: OFFERED })
    for (let round = 0; round < ROUNDS; round++)
      rounds.push(
        await agents.call('alert', {
          ...{ host, port, paths, rate: full.rate / 10, prefix: `a${round}` },
          ...{ warm: 1000, measure: 5000 },
        }),
      )
    const of = (pick: (round: Alerted) => number) => inMs(median(rounds.map(pick)))
    return {
      question: 'From the visitor’s POST to the alert at the agent’s socket, p99, over the POST alone',
      measured:
        `at ${perSecond(full.rate / 10)}: alerted p50 ${of(({ alerted }) => alerted.p50)}, p99 ${of(({ alerted }) => alerted.p99)}; ` +
        `answered p50 ${of(({ posted }) => posted.p50)}, p99 ${of(({ posted }) => posted.p99)}`,
      value: median(rounds.map(({ alerted, posted }) => alerted.p99 / posted.p99)),
      unit: '',
      most: 2,
    }
  })

/** The same messages, about ten in each chat, with and without the router. */
const ingest = (): Promise<Row> =>
  withAgents(async (deskbell) => {
    const [routed, plain]: [number[], number[]] = [[], []]
    const turn = async (name: string) => (await post(deskbell, name, { visitors: 12, warm: 300, measure: 2500 })).rate
    await turn('warm')
    for (let round = 0; round <= ROUNDS; round++) {
      await change(deskbell, { policy: GIVEN })
      routed.push(await turn(`on${round}-`))
      if (round === ROUNDS) break
      await change(deskbell, { policy: EVERYBODY })
      plain.push(await turn(`off${round}-`))
    }
    return {
      question: 'Messages accepted with the router, over without it',
      measured: `${perSecond(median(routed))} over ${perSecond(median(plain))}`,
      value: ratioInTurns(routed, plain),
      unit: '',
      least: 0.9,
    }
  })

/** A month is replayed while visitors write. */
const replays = (): Promise<Row[]> =>
  withAgents(async (deskbell) => {
    if (deskbell.database) await fillWaits(deskbell.database, WAITS)
    const agent = await openAgent(deskbell)
    const write = async () => (await post(deskbell, 'w', { visitors: 1, warm: 100, measure: 1500 })).rate
    await write()
    const times: number[] = []
    const [during, alone]: [number[], number[]] = [[], []]
    for (let round = 0; round <= ROUNDS; round++) {
      const began = performance.now()
      const { replay } = await agent.ask<{ replay: string }>('POST', '/api/routing/replays', { policy: GIVEN })
      const isDone = async () => {
        const found = await agent.ask<RoutingReplay>('GET', `/api/routing/replays/${replay}`)
        if (found.state === 'failed') throw new Error('the replay failed')
        if (found.result && found.result.chats !== WAITS) throw new Error(`${found.result.chats} waits were replayed`)
        return found.state === 'done'
      }
      // Visitors write at full rate all the time.
      const rates: number[] = []
      for (;;) {
        const rate = await write()
        const isOver = await isDone()
        // In a part of the last one nothing is replayed.
        if (!isOver || rates.length === 0) rates.push(rate)
        if (isOver) break
      }
      times.push((performance.now() - began) / 1000)
      during.push(median(rates))
      if (round < ROUNDS) alone.push(await write())
    }
    agent.close()
    return [
      {
        question: `A replay of ${WAITS.toLocaleString('en')} chats under changed settings`,
        measured: `${times.map((time) => time.toFixed(1)).join(', ')} s, while messages arrive at full rate`,
        value: median(times),
        unit: 's',
        most: 20,
      },
      {
        question: 'Messages accepted during a replay, over without one',
        measured: `${perSecond(median(during))} over ${perSecond(median(alone))}`,
        value: ratioInTurns(during, alone),
        unit: '',
        least: 0.9,
      },
    ]
  })

const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
try {
  const rows: Row[] = []
  if (isWanted('decisions')) rows.push(await decisions())
  if (isWanted('alerts')) rows.push(await alerts())
  if (isWanted('ingest')) rows.push(await ingest())
  if (isWanted('replays')) rows.push(...(await replays()))
  print('routing', rows)
} finally {
  await generator.stop()
  await agents.stop()
}
