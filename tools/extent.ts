// How much the tests repeat. `npm test` repeats little, each time with fresh seeds; `npm run proof` sets TEST_EXTENT to
// `full`, or to `long`. SEED and PACE are given by hand. Nothing else in the tests reads them.
import { appendFileSync } from 'node:fs'

const isLong = process.env['TEST_EXTENT'] === 'long'
export const isFull = isLong || process.env['TEST_EXTENT'] === 'full'

/** What was tried, how often, and how often it went wrong; a violation that a test tells is one of its failures too. */
export interface Tried {
  what: string
  count: number
  violations: number
}

/** The seed of a run: SEED repeats one. */
export const seedOfRun = (): number => Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e6))

/** On a slower machine people take so many times as long: what is measured in time says nothing where the machine is at its limit. */
export const paceOfRun = (): number => Number(process.env['PACE'] ?? 1)

/** How often to try: `short` in `npm test`, `full` in `npm run proof`, `long` with `--long`, which takes hours. */
export const extent = (short: number, full: number, long = full): number => (isLong ? long : isFull ? full : short)

/** The parameters of a property of fast-check, which prints the seed when it fails. */
export function repeats(what: string, short: number, full: number): { numRuns: number; seed: number } {
  const numRuns = extent(short, full)
  tell({ what, count: numRuns, violations: 0 })
  return { numRuns, seed: seedOfRun() }
}

/** Tells `npm run proof` what becomes a row of its table. */
export function tell(tried: Tried): void {
  const file = process.env['PROOF_FILE']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(tried)}\n`)
}
