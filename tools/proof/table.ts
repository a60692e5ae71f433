import { spawnSync } from 'node:child_process'
import { availableParallelism, cpus, totalmem } from 'node:os'
import type { PartRecord } from './record.ts'

/** One line of the table of `npm run proof`. */
export interface Row {
  what: string
  count: number
  /** Repeats it: `SEED=…`. */
  seed?: number
  violations: number
  /** Of this row and those below it without one, which ran together. */
  ms?: number
}

const HEAD = ['what', 'count', 'seed', 'violations', 'time (s)']
const KEPT = ['commit', 'date']

const toCells = ({ what, count, seed, violations, ms }: Row): string[] => [
  what.replaceAll('|', '\\|'),
  String(count),
  seed === undefined ? '' : String(seed),
  String(violations),
  ms === undefined ? '' : (ms / 1000).toFixed(0),
]

export const toTable = (rows: readonly Row[]): string => align(HEAD, rows.map(toCells))

function align(head: readonly string[], cells: readonly string[][]): string {
  const widths = head.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i]!.length)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(head), rule, ...cells.map(line)].join('\n')
}

/** What is proven: the commit, and whether something stands in the files that is not in it. */
export function commitNow(): string {
  const changed = git('status', '--porcelain', '--untracked-files=no') !== ''
  return `${git('rev-parse', '--short=12', 'HEAD')}${changed ? ', with changes that are not committed' : ''}`
}

/** The page that keeps the table: each part with the commit and the day of its last run. */
export function toPage(parts: readonly [title: string, part: PartRecord | undefined][]): string {
  const memory = Math.round(totalmem() / 1024 ** 3)
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memory} GiB, Node ${process.version}`
  const cells = parts.flatMap(([, part]) =>
    part ? part.rows.map((row) => [...toCells(row), part.commit, part.date]) : [],
  )
  const alone = parts.flatMap(([title, part]) =>
    part && part.stores !== BOTH ? [`- \`${title}\`: ${part.stores}`] : [],
  )
  const missing = parts.flatMap(([title, part]) => (part ? [] : [`- \`${title}\``]))
  return `# Proof

What \`npm run proof\` found: everything that \`npm test\` repeats a few times, in full. Each part stands here with the commit
and the day of its last run. \`SEED=… npm run proof -- <part of the file's path>\` repeats a row. A
row with several commits is the sum of runs, and has the seed of the last one.

${machine}; ${BOTH}.

${align([...HEAD, ...KEPT], cells)}

The time is that of a whole file, in the first row that it tells.
${listed('Ran on one store:', alone)}${listed('Never ran in full:', missing)}`
}

export const BOTH = 'both stores'

const listed = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n${title}\n\n${lines.join('\n')}\n`

function git(...args: string[]): string {
  return spawnSync('git', args, { encoding: 'utf8' }).stdout.trim()
}
