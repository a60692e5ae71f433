import { spawnSync } from 'node:child_process'
import { availableParallelism, cpus, totalmem } from 'node:os'

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

export function toTable(rows: readonly Row[]): string {
  const cells = rows.map(({ what, count, seed, violations, ms }) => [
    what.replaceAll('|', '\\|'),
    String(count),
    seed === undefined ? '' : String(seed),
    String(violations),
    ms === undefined ? '' : (ms / 1000).toFixed(0),
  ])
  const widths = HEAD.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i]!.length)))
  const line = (row: string[]) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(HEAD), rule, ...cells.map(line)].join('\n')
}

/** What is proven: the commit, and whether something stands in the files that is not in it. */
export function commitNow(): string {
  const changed = git('status', '--porcelain', '--untracked-files=no') !== ''
  return `${git('rev-parse', '--short=12', 'HEAD')}${changed ? ', with changes that are not committed' : ''}`
}

/** The page that keeps the table: of which commit, when, and where. */
export function toPage(rows: readonly Row[], commit: string): string {
  const memory = Math.round(totalmem() / 1024 ** 3)
  const store = process.env['TEST_DATABASE_URL'] ? 'both stores' : 'the embedded store alone'
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memory} GiB, Node ${process.version}`
  return `# Proof

What \`npm run proof\` found: everything that \`npm test\` repeats a few times, in full. It is run before an issue is
resolved. \`SEED=… npm run proof -- <part of the file's path>\` repeats a row.

Commit ${commit}, ${new Date().toISOString().slice(0, 10)}. ${machine}; ${store}.

${toTable(rows)}

The time is that of a whole file, in the first row that it tells.
`
}

function git(...args: string[]): string {
  return spawnSync('git', args, { encoding: 'utf8' }).stdout.trim()
}
