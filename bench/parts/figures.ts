import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, totalmem } from 'node:os'

/** One row of the table in README.md: a figure, and its target. */
export interface Row {
  readonly question: string
  /** The measured values, with units. */
  readonly measured: string
  readonly value: number
  readonly unit: '' | '%' | 'kB' | 'MB' | 'ms' | 's'
  readonly least?: number
  readonly most?: number
}

export function reached({ value, least = -Infinity, most = Infinity }: Row): boolean {
  return value >= least && value <= most
}

/** Prints the results for readers, and finally one line of JSON for `all.ts`. */
export function print(script: string, rows: readonly Row[], remarks: readonly string[] = []): void {
  for (const row of rows) {
    console.log(`\n${row.question}\n  ${row.measured}`)
    console.log(`  ${show(row)}  (to reach: ${goal(row)})  ${reached(row) ? 'reached' : 'NOT reached'}`)
  }
  for (const remark of remarks) console.log(`\n${remark}`)
  console.log(`\n${JSON.stringify({ script, rows, remarks })}`)
}

export function show({ value, unit }: Row): string {
  return unit === 'MB' ? `${Math.round(value)} MB` : `${value.toFixed(2)} ${unit}`.trimEnd()
}

export function goal({ least, most, unit }: Row): string {
  const both = least !== undefined && most !== undefined
  const bound = both ? `${least} to ${most}` : least === undefined ? `≤ ${most}` : `≥ ${least}`
  return unit === '' ? bound : `${bound} ${unit}`
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/**
 * The median of the ratios `a` to `b`, turn by turn: each `a` is compared with the mean of the `b` before and after it,
 * so that a machine that becomes slower or faster has no effect.
 */
export function ratioInTurns(a: readonly number[], b: readonly number[]): number {
  return median(b.map((value, turn) => ((a[turn] ?? Number.NaN) + (a[turn + 1] ?? Number.NaN)) / 2 / value))
}

/** The quantile of the given share (0 to 1). Sorts in place. */
export function quantile(values: number[] | Float64Array, share: number): number {
  values.sort((a, b) => a - b)
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}

export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`
export const inMs = (ms: number): string => `${ms.toFixed(2)} ms`

export interface Machine {
  readonly cores: number
  readonly cpu: string
  readonly memory: string
  readonly system: string
  readonly node: string
  readonly commit: string
  readonly changed: boolean
}

export function machine(): Machine {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? 'unknown',
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: execFileSync('uname', ['-sr'], { encoding: 'utf8' }).trim(),
    node: process.versions.node,
    commit: git('rev-parse', '--short', 'HEAD'),
    changed: git('status', '--porcelain', '--untracked-files=no', '--', '../../packages') !== '',
  }
}
