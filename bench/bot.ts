import { once } from 'node:events'
import { WebSocket } from 'ws'
import { startChild } from './parts/child.ts'
import { makeDatabase } from './parts/database.ts'
import { startDeskbell, TOKEN, type Deskbell } from './parts/deskbell.ts'
import { inMs, median, perSecond, print, quantile } from './parts/figures.ts'
import type { ProviderJobs } from './parts/provider.ts'
import type { RelayJobs } from './parts/relay.ts'

/**
 * What a bot costs: the time from a visitor's POST until the bot's answer is stored, compared with the same three
 * requests without a server behind them; the effect of 20 hanging providers of 200 on the others; how long a visitor
 * waits for the queue when the provider hangs, before and after the circuit breaker opens.
 */
const PROVIDERS = 200
const HANGING = 20
const CUSTOMERS = 4000
const ROUNDS = 4

const provider = startChild<ProviderJobs>(new URL('./parts/provider.ts', import.meta.url))
const relay = startChild<RelayJobs>(new URL('./parts/relay.ts', import.meta.url))
const durableRelay = startChild<RelayJobs>(new URL('./parts/relay.ts', import.meta.url))

async function api(deskbell: Deskbell, method: string, path: string, body?: object): Promise<Record<string, never>> {
  const headers = { authorization: `Bearer ${TOKEN}`, ...(body && { 'content-type': 'application/json' }) }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  return (await fetch(`http://${deskbell.host}:${deskbell.port}/api${path}`, init)).json() as Promise<
    Record<string, never>
  >
}

/** An agent comes online, because a failing bot is skipped only when an agent is available. */
async function comesOnline({ host, port }: Deskbell): Promise<WebSocket> {
  const socket = new WebSocket(`ws://${host}:${port}/api/socket`, { headers: { authorization: `Bearer ${TOKEN}` } })
  await once(socket, 'message')
  return socket
}

/**
 * Resets the breakers of the bots that hung: saving a bot's settings counts as a repair. First the last messages to them are
 * given up, after two attempts of 3 s.
 */
async function mend(deskbell: Deskbell): Promise<void> {
  await new Promise((given) => setTimeout(given, 8000))
  const { bots } = (await api(deskbell, 'GET', '/bots')) as unknown as {
    bots: { id: number; failing: object | null }[]
  }
  for (const { id, failing } of bots) if (failing) await api(deskbell, 'PATCH', `/bots/${id}`, { enabled: true })
}

/** Seconds from a visitor's POST until the chat is in the agents' queue. */
async function untilQueued(deskbell: Deskbell, customer: string): Promise<number> {
  const sent = performance.now()
  await provider.call('wait', { customer })
  for (;;) {
    const { chats } = (await api(deskbell, 'GET', '/chats?view=waiting&limit=200')) as unknown as {
      chats: { visitor: { id: string } }[]
    }
    if (chats.some(({ visitor }) => visitor.id === customer)) return (performance.now() - sent) / 1000
    await new Promise((tick) => setTimeout(tick, 5))
  }
}

try {
  const providerUrls = await provider.call('open', PROVIDERS)
  const store = await makeDatabase()
  const places = {
    bare: { host: '127.0.0.1', port: await relay.call('open', { providers: providerUrls }) },
    durable: {
      host: '127.0.0.1',
      port: await durableRelay.call('open', { providers: providerUrls, store: store.url }),
    },
  }
  const alone = await startDeskbell({ kind: 'server', providerUrls: providerUrls.slice(0, 1) })
  const load = { customers: CUSTOMERS, providers: 1 }
  const trips = { deskbell: [] as number[][], bare: [] as number[][], durable: [] as number[][] }
  let full: number
  let rate: number
  let hung: number
  let known: number
  try {
    await provider.call('turnTo', alone)
    full = await provider.call('carry', { ...load, atOnce: 32, warm: 8000, measure: 4000 })
    rate = full / 3
    for (let round = 0; round < ROUNDS; round++)
      for (const one of round % 2 === 0
        ? (['bare', 'deskbell', 'durable'] as const)
        : (['durable', 'deskbell', 'bare'] as const)) {
        await provider.call('turnTo', one === 'deskbell' ? alone : places[one])
        trips[one].push(
          await provider.call('pass', { ...load, rate, warm: 500, measure: 4000, hang: 0, spare: 0, run: '' }),
        )
      }
    await provider.call('turnTo', alone)
    const ann = await comesOnline(alone)
    hung = await untilQueued(alone, 'first')
    for (const customer of ['second', 'third']) await untilQueued(alone, customer)
    const quick = []
    for (let i = 0; i < 20; i++) quick.push(await untilQueued(alone, `quick ${i}`))
    known = Math.max(...quick)
    ann.close()
  } finally {
    await alone.stop()
    await durableRelay.stop()
    await store.drop()
  }

  const deskbell = await startDeskbell({ kind: 'server', providerUrls })
  const many = { customers: CUSTOMERS, providers: PROVIDERS }
  const found = { healthy: [] as number[][], hanging: [] as number[][] }
  let manyRate: number
  try {
    await provider.call('turnTo', deskbell)
    const ann = await comesOnline(deskbell)
    manyRate = (await provider.call('carry', { ...many, atOnce: 32, warm: 8000, measure: 4000 })) / 3
    for (let round = 0; round < ROUNDS; round++)
      for (const hang of round % 2 === 0 ? [0, HANGING] : [HANGING, 0]) {
        const times = await provider.call('pass', {
          ...many,
          rate: manyRate,
          warm: 500,
          measure: 5000,
          hang,
          spare: HANGING,
          run: `round ${round} ${hang}`,
        })
        found[hang > 0 ? 'hanging' : 'healthy'].push(times)
        if (hang > 0) await mend(deskbell)
      }
    ann.close()
  } finally {
    await deskbell.stop()
  }

  const at = (rounds: number[][], share: number) => median(rounds.map((times) => quantile(times, share)))
  const both = (rounds: number[][]) => `p50 ${inMs(at(rounds, 0.5))}, p99 ${inMs(at(rounds, 0.99))}`
  print(
    'bot',
    [
      {
        question: "From the visitor's POST until the bot's answer is stored, p99, over the same requests done bare",
        measured: `at ${perSecond(rate)}: ${both(trips.deskbell)} over ${both(trips.bare)}`,
        value: at(trips.deskbell, 0.99) / at(trips.bare, 0.99),
        unit: '',
        most: 2,
      },
      {
        question: `${HANGING} of ${PROVIDERS} providers hang: p99 of the others, over the same when all answer`,
        measured: `at ${perSecond(manyRate)}: ${both(found.hanging)} over ${both(found.healthy)}`,
        value: at(found.hanging, 0.99) / at(found.healthy, 0.99),
        unit: '',
        most: 1.1,
      },
      {
        question: 'A provider hangs: until the visitor stands in the queue',
        measured: 'one visitor, two attempts of 3 s',
        value: hung,
        unit: 's',
        least: 6,
        most: 6.5,
      },
      {
        question: 'The same once the breaker is open, the slowest of 20',
        measured: `${inMs(known * 1000)}`,
        value: known,
        unit: 's',
        most: 0.1,
      },
    ],
    [
      `With 32 visitors at once: ${perSecond(full)} messages answered (one provider, Postgres).`,
      `The same requests with one INSERT committed before each of the two answers, and nothing else: ${both(trips.durable)}; ` +
        `the server's p99 over theirs is ${(at(trips.deskbell, 0.99) / at(trips.durable, 0.99)).toFixed(2)}.`,
    ],
  )
} finally {
  await provider.stop()
  await relay.stop()
  await durableRelay.stop()
}
