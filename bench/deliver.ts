import { startChild } from './parts/child.ts'
import { startDeskbell } from './parts/deskbell.ts'
import { inMs, median, perSecond, print, quantile } from './parts/figures.ts'
import type { IntegratorJobs } from './parts/integrator.ts'

/**
 * How many agents' messages a second reach 100 integrators, and the effect of one that hangs on the others: the p99
 * from the agent's POST to the arrival at one of the 99, compared with all 100 healthy. Measured alternately, at a
 * third of the full rate.
 */
const ENDPOINTS = 100
const CHATS_EACH = 2
const ROUNDS = 8

const integrator = startChild<IntegratorJobs>(new URL('./parts/integrator.ts', import.meta.url))

try {
  const serverUrls = await integrator.call('open', ENDPOINTS)
  const deskbell = await startDeskbell({ kind: 'server', serverUrls })
  try {
    await integrator.call('begin', { host: deskbell.host, port: deskbell.port, endpoints: ENDPOINTS, each: CHATS_EACH })
    const full = await integrator.call('carry', { warm: 3000, measure: 5000 })
    const rate = full / 3
    const found = { healthy: [] as number[][], hanging: [] as number[][] }
    for (let round = 0; round < ROUNDS; round++)
      for (const hang of round % 2 === 0 ? [false, true] : [true, false])
        found[hang ? 'hanging' : 'healthy'].push(
          await integrator.call('pass', { rate, warm: 500, measure: 4000, hang }),
        )
    const p99 = (rounds: number[][]) => median(rounds.map((times) => quantile(times, 0.99)))
    const p50 = (rounds: number[][]) => median(rounds.map((times) => quantile(times, 0.5)))
    const { healthy, hanging } = found
    print(
      'deliver',
      [
        {
          question:
            'One integrator of 100 hangs: p99 until the others have their message, over the same when all answer',
          measured:
            `at ${perSecond(rate)}: p50 ${inMs(p50(hanging))}, p99 ${inMs(p99(hanging))} ` +
            `over p50 ${inMs(p50(healthy))}, p99 ${inMs(p99(healthy))}`,
          value: p99(hanging) / p99(healthy),
          unit: '',
          most: 1.1,
        },
      ],
      [
        `Agents' messages carried to ${ENDPOINTS} integrators: ${perSecond(full)} ` +
          `(${ENDPOINTS * CHATS_EACH} chats, in each the next message when the former has arrived; Postgres).`,
      ],
    )
  } finally {
    await deskbell.stop()
  }
} finally {
  await integrator.stop()
}
