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
  /** How long the longest pause was that the times leave out, and that of the calm time before. */
  pause: number
  calmPause: number
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

/**
 * What a server does once in a while (a checkpoint, a vacuum, the collection of garbage) stops it for a moment, whether it
 * is attacked or not, and seldom falls into a calm time of four seconds. So the worst moment of this length (ms) is left out
 * of every time that is measured, and how often there was one is compared for the whole run (`pausesOf`).
 */
const MOMENT = 300
/** A shorter wait is no pause (ms). */
const PAUSE = 50

/** Times of the good load: to the acknowledgement, and to the agent's socket (ms); `pause`: the longest that was left out. */
export function figuresOf(samples: readonly Sample[]) {
  const sortedOf = (numbers: readonly number[]) => {
    const sorted = numbers.toSorted((a, b) => a - b)
    return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
  }
  const [usual, worst] = withoutMoment(samples)
  return {
    acked: sortedOf(usual.map(({ acked }) => acked)),
    heard: sortedOf(usual.flatMap(({ heard }) => (heard === undefined ? [] : [heard]))),
    pause: Math.max(0, ...worst.map(longest)),
  }
}

const longest = ({ acked, heard = 0 }: Sample): number => Math.max(acked, heard)

/** The samples apart from those that were sent in the worst moment, and those. */
function withoutMoment(samples: readonly Sample[]): [usual: Sample[], worst: Sample[]] {
  const inOrder = samples.toSorted((a, b) => a.at - b.at)
  let [from, sum] = [0, 0]
  let worst = { from: 0, until: 0, sum: 0 }
  inOrder.forEach((sample, i) => {
    sum += longest(sample)
    while (sample.at - inOrder[from]!.at > MOMENT) sum -= longest(inOrder[from++]!)
    if (sum > worst.sum) worst = { from, until: i + 1, sum }
  })
  return [inOrder.toSpliced(worst.from, worst.until - worst.from), inOrder.slice(worst.from, worst.until)]
}

/**
 * How many of the attacks, and of the calm times before them, had a pause. An attack is watched for longer than a calm time
 * and so has more of them: `most` is what may be expected of it, with room for chance.
 */
export function pausesOf(outcomes: readonly Outcome[], longer: number) {
  const had = (what: 'pause' | 'calmPause') => outcomes.filter((one) => one[what] > PAUSE).length
  const [attacked, calm] = [had('pause'), had('calmPause')]
  const most = Math.min(outcomes.length, Math.ceil(calm * longer * 1.2 + 3 * Math.sqrt(calm * longer) + 3))
  return { attacked, calm, most }
}

const HEAD = [
  'attack',
  'MiB',
  'fds',
  'acked p50',
  'p99',
  'heard p99',
  'calm',
  'pause',
  'closed',
  'lost',
  'rest s',
  'cpu s/a/e',
]

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
    `${one.pause.toFixed(0)}/${one.calmPause.toFixed(0)}`,
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
