import { openAgent } from './parts/agent.ts'
import { startChild } from './parts/child.ts'
import type { BareJobs } from './parts/bare.ts'
import { makeDatabase } from './parts/database.ts'
import { channelPath, startDeskbell, type Deskbell } from './parts/deskbell.ts'
import { inMs, median, perSecond, print, ratioInTurns } from './parts/figures.ts'
import type { GeneratorJobs, Posted } from './parts/generator.ts'
import { runPgbench, TABLES } from './parts/pgbench.ts'
import type { SinglesJobs } from './parts/singles.ts'

/**
 * How many visitors' messages (A2) a second are accepted and durable, compared with what the database and HTTP do by
 * themselves. All rates are measured alternately, because the speed of a shared machine varies.
 */
const ROUNDS = 4
const CONNECTIONS = 64
const WARM = 2000
const MEASURE = 3000

const generator = startChild<GeneratorJobs>(new URL('./parts/generator.ts', import.meta.url))
const post = (port: number, warm: number) =>
  generator.call('post', {
    target: { host: '127.0.0.1', port, path: channelPath() },
    connections: CONNECTIONS,
    warm,
    measure: MEASURE,
  })

/** How many messages each server has answered with 200. */
const accepted = new Map<Deskbell, number>()

async function postMessages(deskbell: Deskbell, warm = 300): Promise<Posted> {
  const posted = await post(deskbell.port, warm)
  accepted.set(deskbell, (accepted.get(deskbell) ?? 0) + posted.accepted)
  return posted
}

/** Each message is stored exactly once: a chat of this benchmark contains only messages. */
async function checkStored(deskbell: Deskbell): Promise<void> {
  const agent = await openAgent(deskbell)
  const stored = (await agent.openChats()).reduce((sum, { last }) => sum + last, 0)
  agent.close()
  if (stored !== accepted.get(deskbell)) throw new Error(`of ${accepted.get(deskbell)} messages, ${stored} are stored`)
}

async function onPostgres() {
  const bare = startChild<BareJobs>(new URL('./parts/bare.ts', import.meta.url))
  const plain = await makeDatabase()
  const deskbell = await startDeskbell({ kind: 'server' })
  try {
    await plain.query(TABLES)
    const [fastifyPort, ceiling] = [await bare.call('fastify', undefined), await bare.call('echo', undefined)]
    await post(fastifyPort, 0)
    await postMessages(deskbell, WARM)
    const found = {
      deskbell: [] as Posted[],
      pgbench: [] as number[],
      fastify: [] as number[],
      ceiling: [] as number[],
    }
    for (let round = 0; round < ROUNDS; round++) {
      found.deskbell.push(await postMessages(deskbell))
      found.pgbench.push(await runPgbench(plain.url, MEASURE / 1000))
      found.fastify.push((await post(fastifyPort, 300)).rate)
    }
    found.deskbell.push(await postMessages(deskbell))
    await checkStored(deskbell)
    found.ceiling.push((await post(ceiling, 300)).rate)
    return found
  } finally {
    await deskbell.stop()
    await plain.drop()
    await bare.stop()
  }
}

async function onPglite() {
  const singles = startChild<SinglesJobs>(new URL('./parts/singles.ts', import.meta.url))
  const deskbell = await startDeskbell({ kind: 'embedded' })
  try {
    await singles.call('open', undefined)
    await singles.call('run', { warm: 0, measure: WARM })
    await postMessages(deskbell, WARM)
    const found = { deskbell: [] as Posted[], singles: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      found.deskbell.push(await postMessages(deskbell))
      found.singles.push(await singles.call('run', { warm: 200, measure: MEASURE }))
    }
    found.deskbell.push(await postMessages(deskbell))
    await checkStored(deskbell)
    return found
  } finally {
    await deskbell.stop()
    await singles.call('close', undefined)
    await singles.stop()
  }
}

try {
  const postgres = await onPostgres()
  const pglite = await onPglite()
  const rates = (runs: readonly Posted[]) => runs.map(({ rate }) => rate)
  const saying = (runs: readonly Posted[]) =>
    `${perSecond(median(rates(runs)))} (p50 ${inMs(median(runs.map(({ p50 }) => p50)))}, p99 ${inMs(median(runs.map(({ p99 }) => p99)))})`
  print(
    'ingest',
    [
      {
        question: 'Messages accepted on Postgres, over one transaction per message by pgbench',
        measured: `${saying(postgres.deskbell)} over ${perSecond(median(postgres.pgbench))}`,
        value: ratioInTurns(rates(postgres.deskbell), postgres.pgbench),
        unit: '',
        least: 1.2,
      },
      {
        question: 'The same, over bare Fastify that stores nothing',
        measured: `${perSecond(median(rates(postgres.deskbell)))} over ${perSecond(median(postgres.fastify))}`,
        value: ratioInTurns(rates(postgres.deskbell), postgres.fastify),
        unit: '',
        least: 0.3,
      },
      {
        question: 'Messages accepted on PGlite, over one PGlite transaction per message',
        measured: `${saying(pglite.deskbell)} over ${perSecond(median(pglite.singles))}`,
        value: ratioInTurns(rates(pglite.deskbell), pglite.singles),
        unit: '',
        least: 5,
      },
    ],
    [`The generator itself reaches ${perSecond(median(postgres.ceiling))} against a socket that only answers.`],
  )
} finally {
  await generator.stop()
}
