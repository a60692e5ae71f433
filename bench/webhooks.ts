import { startChild } from './parts/child.ts'
import { startDeskbell, type Deskbell } from './parts/deskbell.ts'
import { inMs, median, perSecond, print, quantile, ratioInTurns } from './parts/figures.ts'
import type { PosterJobs } from './parts/poster.ts'
import type { ReceiverJobs } from './parts/receiver.ts'

/**
 * Event webhooks on Postgres: events a second to receivers that answer at once, compared with a loop that signs and
 * posts the same bodies with the same concurrency; the time from the commit to the first attempt; the effect of 300
 * hanging receivers of 1 000 on the others; and the memory of a million waiting deliveries.
 */
const RECEIVERS = 20
/** The server's value for one webhook (webhooks/policy.ts). */
const CONCURRENCY = 32
const EVENTS = 20_000
const TURNS = 3
const MANY = 1000
const HANGING = 300
const ROUNDS = 4
/** Chats accepted in one round, and per second: each is sent to every receiver. */
const ACCEPTED = 12
const PACE = 1
const WAITING = 1_000_000
const SETTLE = 15_000
/** Memory is sampled once a second during this time. */
const MINUTE = 60

const receiver = startChild<ReceiverJobs>(new URL('./parts/receiver.ts', import.meta.url))
const poster = startChild<PosterJobs>(new URL('./parts/poster.ts', import.meta.url))

const BODY = JSON.stringify({
  event_name: 'chat_updated',
  chat_id: 1,
  widget_id: 'Bench00000',
  visitor: { name: 'Customer', email: 'c@shop.test', number: '1', description: 'd'.repeat(200), chats_count: 1 },
  session: {
    geoip: {
      ...{ region_code: '', country: 'Germany', country_code: 'DE', region: '', city: 'Berlin' },
      ...{ latitude: '52.5', longitude: '13.4', organization: '' },
    },
    ...{ utm: '', utm_json: {}, ip_addr: '192.0.2.1', user_agent: 'Mozilla/5.0' },
  },
  user_token: null,
  agent: { id: 1, name: 'Ann', email: 'ann@bench.test' },
})

/**
 * Events with this body in the past, each with a delivery to one of the webhooks, all due after `wait`, each in a
 * separate lane.
 */
async function owe(deskbell: Deskbell, { count, webhooks, wait }: { count: number; webhooks: number; wait: string }) {
  const [row] = (await deskbell.database?.query<{ n: string }>(
    `update account_number set events = events + ${count} where account_id = 1 returning events - ${count} as n`,
  )) ?? [{ n: '0' }]
  const from = Number(row?.n ?? 0)
  await deskbell.database?.query(
    `insert into event (account_id, n, name, chat_id, entry_n, body, whole, at)
     select 1, ${from} + i, 'chat_updated', 1, 1, '${BODY}', true, now() from generate_series(1, ${count}) i`,
  )
  await deskbell.database?.query(
    `insert into delivery (account_id, kind, lane, endpoint, channel_id, webhook_id, event_n, chat_id, entry_n, recipient, body, state,
       first_at, next_at, created_at)
     select 1, 'chat_updated', 'webhook:' || w || ':bench:' || (${from} + i), 'webhook:' || w, 1, w, ${from} + i, 1, 1, 'first0', '{}', 'due',
       now(), now() + interval '${wait}', now()
     from (select i, (select min(id) from webhook) + i % ${webhooks} as w from generate_series(1, ${count}) i) s`,
  )
}

async function throughput() {
  const urls = await receiver.call('open', RECEIVERS)
  const deskbell = await startDeskbell({ kind: 'server', webhookUrls: urls })
  try {
    await receiver.call('begin', { host: deskbell.host, port: deskbell.port, chats: 1, of: 'first' })
    const carry = async (count: number) => {
      const heard = receiver.call('hear', { count, within: 120_000 })
      await owe(deskbell, { count, webhooks: RECEIVERS, wait: '5 seconds' })
      return heard
    }
    const bare = (count: number) => poster.call('post', { urls, body: BODY, concurrency: CONCURRENCY, count })
    await carry(3000)
    await bare(3000)
    const ours = [await carry(EVENTS)]
    const theirs: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      theirs.push(await bare(EVENTS))
      ours.push(await carry(EVENTS))
    }
    const chats = await receiver.call('begin', { host: deskbell.host, port: deskbell.port, chats: 300, of: 'soon' })
    const place = { host: deskbell.host, port: deskbell.port }
    await receiver.call('accept', {
      ...place,
      chats: chats.slice(0, 50),
      pace: 10,
      receivers: RECEIVERS,
      hang: 0,
      counted: 0,
    })
    const soon = await receiver.call('accept', {
      ...place,
      ...{ chats: chats.slice(50), pace: 10, receivers: RECEIVERS, hang: 0, counted: 0 },
    })
    const one = await poster.call('single', { url: urls[0] ?? '', body: BODY, pace: 100, count: 1000 })
    return { ours, theirs, soon, one }
  } finally {
    await deskbell.stop()
  }
}

async function hanging() {
  const urls = await receiver.call('open', MANY)
  const deskbell = await startDeskbell({ kind: 'server', webhookUrls: urls })
  try {
    const place = { host: deskbell.host, port: deskbell.port }
    const chats = await receiver.call('begin', { ...place, chats: ACCEPTED * (ROUNDS * 2 + 1), of: 'many' })
    // Receivers that hang at times are never counted, because their waiting events arrive late.
    const round = { pace: PACE, receivers: MANY, counted: HANGING }
    const next = () => chats.splice(0, ACCEPTED)
    await receiver.call('accept', { ...place, ...round, chats: next(), hang: 0 })
    const found = { healthy: [] as number[][], hanging: [] as number[][] }
    for (let turn = 0; turn < ROUNDS; turn++) {
      for (const hang of turn % 2 === 0 ? [0, HANGING] : [HANGING, 0]) {
        found[hang ? 'hanging' : 'healthy'].push(
          await receiver.call('accept', { ...place, ...round, chats: next(), hang }),
        )
        await receiver.call('release', {})
      }
    }
    return found
  } finally {
    await deskbell.stop()
  }
}

/** The median of a minute, because memory varies with garbage collection. */
async function memoryOf(deskbell: Deskbell): Promise<number> {
  const seen: number[] = []
  for (let second = 0; second < MINUTE; second++) {
    seen.push(deskbell.memory().now)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  return median(seen)
}

/** The memory of the process (bytes) after one event to every receiver, and with a million more waiting. */
async function waiting() {
  const urls = await receiver.call('open', MANY)
  const deskbell = await startDeskbell({ kind: 'server', webhookUrls: urls })
  try {
    const place = { host: deskbell.host, port: deskbell.port, pace: PACE, receivers: MANY }
    const chats = await receiver.call('begin', { ...place, chats: 1, of: 'full' })
    await receiver.call('accept', { ...place, chats, hang: 0, counted: 0 })
    await new Promise((resolve) => setTimeout(resolve, SETTLE))
    const none = await memoryOf(deskbell)
    await receiver.call('accept', { ...place, chats: [], hang: MANY, counted: MANY })
    await owe(deskbell, { count: WAITING, webhooks: MANY, wait: '0 seconds' })
    await new Promise((resolve) => setTimeout(resolve, 2 * SETTLE))
    return { none, all: await memoryOf(deskbell) }
  } finally {
    await deskbell.stop()
    await receiver.call('release', {})
  }
}

try {
  const { ours, theirs, soon, one } = await throughput()
  const { healthy, hanging: hung } = await hanging()
  const memory = await waiting()
  const p99 = (rounds: number[][]) => median(rounds.map((times) => quantile(times, 0.99)))
  const p50 = (rounds: number[][]) => median(rounds.map((times) => quantile(times, 0.5)))
  const [soonest, bare] = [quantile(soon, 0.99), quantile(one, 0.99)]
  print('webhooks', [
    {
      question: 'Events delivered, over a bare loop that signs and posts the same bodies with the same concurrency',
      measured: `${perSecond(median(ours))} over ${perSecond(median(theirs))} (${RECEIVERS} receivers, ${CONCURRENCY} requests to each)`,
      value: ratioInTurns(ours, theirs),
      unit: '',
      least: 0.5,
    },
    {
      question: 'First attempt after the commit, p99, less that of the bare POST',
      measured: `arrived ${inMs(soonest)} after the agent’s answer (p50 ${inMs(quantile(soon, 0.5))}), bare ${inMs(bare)}; 20 events at once`,
      value: soonest - bare,
      unit: 'ms',
      most: 50,
    },
    {
      question: `${HANGING} of ${MANY} receivers hang: p99 of the others, over the same with none hanging`,
      measured:
        `p50 ${inMs(p50(hung))}, p99 ${inMs(p99(hung))} over p50 ${inMs(p50(healthy))}, p99 ${inMs(p99(healthy))}; ` +
        `each accept is told to all of them`,
      value: p99(hung) / p99(healthy),
      unit: '',
      most: 1.1,
    },
    {
      question: 'Memory with 1 000 000 deliveries waiting, over memory with none',
      measured: `${Math.round(memory.all / 1e6)} MB over ${Math.round(memory.none / 1e6)} MB, ${MANY} receivers that hang`,
      value: memory.all / memory.none,
      unit: '',
      most: 1.2,
    },
  ])
} finally {
  await receiver.stop()
  await poster.stop()
}
