import { startChild } from './parts/child.ts'
import { channelPath, startDeskbell } from './parts/deskbell.ts'
import { inMs, median, perSecond, print } from './parts/figures.ts'
import type { GeneratorJobs } from './parts/generator.ts'
import type { Seen, WatcherJobs } from './parts/watcher.ts'

/**
 * How long until an agent sees a visitor's message: from the POST to the frame at the agent's socket, compared with the
 * POST alone. At a tenth of the full rate, which is measured first.
 */
const ROUNDS = 3
const generator = startChild<GeneratorJobs>(new URL('./parts/generator.ts', import.meta.url))
const watcher = startChild<WatcherJobs>(new URL('./parts/watcher.ts', import.meta.url))

try {
  const found = []
  for (const kind of ['server', 'embedded'] as const) {
    const deskbell = await startDeskbell({ kind })
    try {
      const target = { host: deskbell.host, port: deskbell.port, path: channelPath() }
      const full = await generator.call('post', { target, connections: 64, warm: 2500, measure: 3000 })
      const rate = full.rate / 10
      const rounds: Seen[] = []
      for (let round = 0; round < ROUNDS; round++)
        rounds.push(await watcher.call('see', { target, connections: 48, rate, warm: 1000, measure: 5000 }))
      found.push({ kind, rate, rounds })
    } finally {
      await deskbell.stop()
    }
  }
  print(
    'see',
    found.map(({ kind, rate, rounds }) => {
      const of = (pick: (round: Seen) => number) => median(rounds.map(pick))
      return {
        question: `From the visitor's POST to the agent's socket, p99, over the POST alone (${kind === 'server' ? 'Postgres' : 'PGlite'})`,
        measured:
          `at ${perSecond(rate)}: seen p50 ${inMs(of(({ seen }) => seen.p50))}, p99 ${inMs(of(({ seen }) => seen.p99))}; ` +
          `answered p50 ${inMs(of(({ posted }) => posted.p50))}, p99 ${inMs(of(({ posted }) => posted.p99))}`,
        value: of(({ seen, posted }) => seen.p99 / posted.p99),
        unit: '' as const,
        most: 1.5,
      }
    }),
  )
} finally {
  await generator.stop()
  await watcher.stop()
}
