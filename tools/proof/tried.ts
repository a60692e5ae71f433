import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { seedOfRun, type Tried } from '../extent.ts'
import { indent, print } from '../step.ts'
import { runTests } from '../test/run.ts'
import type { Row } from './table.ts'

/** A test in full may take this long (ms). */
const TIMEOUT = 2 * 60 * 60_000

/** Runs a test file in full; a row for each thing that it tells of. */
export async function rowsOfFile(file: string, folder: string): Promise<Row[]> {
  const began = performance.now()
  const told = join(folder, 'told')
  const seed = seedOfRun()
  let failed = 0
  await runTests({
    files: [file],
    atOnce: 1,
    timeout: TIMEOUT,
    env: { PROOF_FILE: told, SEED: String(seed) },
    onResult(result) {
      if (result.kind === 'output') process.stdout.write(result.text)
      if (result.kind !== 'failed') return
      failed++
      print(`  ✖ ${result.name}\n${indent(result.error)}`)
    },
  })
  return toRows(readTried(told), { file, seed, failed, ms: performance.now() - began })
}

/** Attacks with every row by itself, on one store; the program judges, and tells. */
export async function rowsOfAttacks(store: 'embedded' | 'server', folder: string): Promise<Row[]> {
  const began = performance.now()
  const told = join(folder, 'told')
  const child = spawn(process.execPath, ['packages/server/test/attacks/run.ts', 'full', store], {
    stdio: 'inherit',
    env: { ...process.env, PROOF_FILE: told },
  })
  const stop = () => void child.kill()
  process.on('exit', stop)
  const [code] = (await once(child, 'close')) as [number | null]
  process.off('exit', stop)
  return toRows(readTried(told), {
    file: `attacks, ${store}`,
    failed: Number(code !== 0),
    ms: performance.now() - began,
  })
}

function readTried(file: string): Tried[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return lines.map((line) => JSON.parse(line) as Tried)
}

/** What is told more than once is one row; a failed test of which nothing was told is a violation of the first. */
function toRows(
  tried: Tried[],
  { file, seed, failed, ms }: { file: string; seed?: number; failed: number; ms: number },
): Row[] {
  const rows = new Map<string, Row>()
  for (const { what, count, violations } of tried) {
    const known = rows.get(what) ?? { what, count: 0, violations: 0, ...(seed !== undefined && { seed }) }
    rows.set(what, { ...known, count: known.count + count, violations: known.violations + violations })
  }
  const first: Row = [...rows.values()][0] ?? { what: file, count: 0, violations: 0 }
  const untold = [...rows.values()].every(({ violations }) => violations === 0) ? failed : 0
  rows.set(first.what, { ...first, violations: first.violations + untold, ms })
  return [...rows.values()]
}
