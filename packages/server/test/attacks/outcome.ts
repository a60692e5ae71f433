import type { Done } from './attack.ts'
import type { Sample } from './felt.ts'
import type { Processors } from './watch.ts'

/** The results of one round. Times in ms, memory in MiB. */
export interface Outcome {
  title: string
  resident: number
  descriptors: number
  calm: { acked: number; heard: number }
  acked: { p50: number; p99: number }
  heard: { p50: number; p99: number }
  lost: string[]
  agentsClosed: number
  visitorsClosed: number
  rest: number
  /** In the attack. */
  processors: Processors
  done: Done
  /** What was not within its bound, a sentence each; `isOfTime`: times alone, which another program may have cost. */
  broken: string[]
  isOfTime: boolean
}

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0

/** Times of the good load: to the acknowledgement, and to the agent's socket (ms). */
export function figuresOf(samples: readonly Sample[]) {
  const sortedOf = (numbers: readonly number[]) => {
    const sorted = numbers.toSorted((a, b) => a - b)
    return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
  }
  return {
    acked: sortedOf(samples.map(({ acked }) => acked)),
    heard: sortedOf(samples.flatMap(({ heard }) => (heard === undefined ? [] : [heard]))),
  }
}

const HEAD = ['attack', 'MiB', 'fds', 'acked p50', 'p99', 'heard p99', 'calm', 'closed', 'lost', 'rest s', 'cpu s/a/e']

/** The outcomes as lines of a table. */
export function toTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((one) => [
    one.title,
    `+${one.resident}`,
    `+${one.descriptors}`,
    one.acked.p50.toFixed(0),
    one.acked.p99.toFixed(0),
    one.heard.p99.toFixed(0),
    `${one.calm.acked.toFixed(0)}/${one.calm.heard.toFixed(0)}`,
    `${one.agentsClosed}/${one.visitorsClosed}`,
    String(one.lost.length),
    (one.rest / 1000).toFixed(1),
    [one.processors.server, one.processors.attacker, one.processors.elsewhere].map((n) => n.toFixed(1)).join('/'),
    one.broken.length > 0 ? `BROKEN: ${one.broken.join('; ')}` : 'holds',
  ])
  const widths = HEAD.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]!.length)))
  return [HEAD, ...rows]
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i] ?? 0))).join('  '))
    .join('\n')
}
