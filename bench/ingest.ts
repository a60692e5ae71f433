import { openAgent } from './parts/agent.ts'
import { startChild } from './parts/child.ts'
import type { BareJobs } from './parts/bare.ts'
import { makeDatabase } from './parts/database.ts'
import { channelPath, startDesk, type Desk } from './parts/desk.ts'
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
const accepted = new Map<Desk, number>()

async function postDesk(desk: Desk, warm = 300): Promise<Posted> {
  const posted = await post(desk.port, warm)
  accepted.set(desk, (accepted.get(desk) ?? 0) + posted.accepted)
  return posted
}

/** Each message is stored exactly once: a chat of this benchmark contains only messages. */
async function checkStored(desk: Desk): Promise<void> {
  const agent = await openAgent(desk)
  const stored = (await agent.openChats()).reduce((sum, { last }) => sum + last, 0)
  agent.close()
  if (stored !== accepted.get(desk)) throw new Error(`of ${accepted.get(desk)} messages, ${stored} are stored`)
}

async function onPostgres() {
  const bare = startChild<BareJobs>(new URL('./parts/bare.ts', import.meta.url))
  const plain = await makeDatabase()
  const desk = await startDesk({ kind: 'server' })
  try {
    await plain.query(TABLES)
    const [fastifyPort, ceiling] = [await bare.call('fastify', undefined), await bare.call('echo', undefined)]
    await post(fastifyPort, 0)
    await postDesk(desk, WARM)
    const found = { desk: [] as Posted[], pgbench: [] as number[], fastify: [] as number[], ceiling: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      found.desk.push(await postDesk(desk))
      found.pgbench.push(await runPgbench(plain.url, MEASURE / 1000))
      found.fastify.push((await post(fastifyPort, 300)).rate)
    }
    found.desk.push(await postDesk(desk))
    await checkStored(desk)
    found.ceiling.push((await post(ceiling, 300)).rate)
    return found
  } finally {
    await desk.stop()
    await plain.drop()
    await bare.stop()
  }
}

async function onPglite() {
  const singles = startChild<SinglesJobs>(new URL('./parts/singles.ts', import.meta.url))
  const desk = await startDesk({ kind: 'embedded' })
  try {
    await singles.call('open', undefined)
    await singles.call('run', { warm: 0, measure: WARM })
    await postDesk(desk, WARM)
    const found = { desk: [] as Posted[], singles: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      found.desk.push(await postDesk(desk))
      found.singles.push(await singles.call('run', { warm: 200, measure: MEASURE }))
    }
    found.desk.push(await postDesk(desk))
    await checkStored(desk)
    return found
  } finally {
    await desk.stop()
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
        measured: `${saying(postgres.desk)} over ${perSecond(median(postgres.pgbench))}`,
        value: ratioInTurns(rates(postgres.desk), postgres.pgbench),
        unit: '',
        least: 1.2,
      },
      {
        question: 'The same, over bare Fastify that stores nothing',
        measured: `${perSecond(median(rates(postgres.desk)))} over ${perSecond(median(postgres.fastify))}`,
        value: ratioInTurns(rates(postgres.desk), postgres.fastify),
        unit: '',
        least: 0.3,
      },
      {
        question: 'Messages accepted on PGlite, over one PGlite transaction per message',
        measured: `${saying(pglite.desk)} over ${perSecond(median(pglite.singles))}`,
        value: ratioInTurns(rates(pglite.desk), pglite.singles),
        unit: '',
        least: 5,
      },
    ],
    [`The generator itself reaches ${perSecond(median(postgres.ceiling))} against a socket that only answers.`],
  )
} finally {
  await generator.stop()
}
