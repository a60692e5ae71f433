import { startChild } from './parts/child.ts'
import { channelPath, startDeskbell } from './parts/deskbell.ts'
import { print } from './parts/figures.ts'
import type { GeneratorJobs } from './parts/generator.ts'

/** The memory of the idle process (VmRSS) after it has settled, and its maximum during the start. */
const SETTLE = 10_000
const MEGABYTE = 1e6

const generator = startChild<GeneratorJobs>(new URL('./parts/generator.ts', import.meta.url))

async function weigh(kind: 'embedded' | 'server') {
  const deskbell = await startDeskbell({ kind })
  try {
    await new Promise((resolve) => setTimeout(resolve, SETTLE))
    const idle = deskbell.memory()
    const target = { host: deskbell.host, port: deskbell.port, path: channelPath() }
    await generator.call('post', { target, connections: 64, warm: 0, measure: 4000 })
    await new Promise((resolve) => setTimeout(resolve, SETTLE))
    return { idle, later: deskbell.memory() }
  } finally {
    await deskbell.stop()
  }
}

try {
  const rows = []
  for (const { kind, name, most } of [
    { kind: 'embedded', name: 'PGlite', most: 300 },
    { kind: 'server', name: 'Postgres', most: 120 },
  ] as const) {
    const { idle, later } = await weigh(kind)
    const megabytes = (bytes: number) => Math.round(bytes / MEGABYTE)
    rows.push({
      question: `Memory of the idle process on ${name}`,
      measured:
        `${megabytes(idle.now)} MB, while it started at most ${megabytes(idle.peak)} MB; ` +
        `${megabytes(later.now)} MB some seconds after full load, under it at most ${megabytes(later.peak)} MB`,
      value: idle.now / MEGABYTE,
      unit: 'MB' as const,
      most,
    })
  }
  print('weight', rows)
} finally {
  await generator.stop()
}
