// Every guard against a threat is taken away once, and the tests of that threat must then fail: a guard whose removal
// breaks no test is not tested. `npm test` ends with this; alone, it first makes sure that the tests pass as they are.
//
//   npm run guards          every guard
//   npm run guards -- T13   one
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findMarks, proveGuard, titlePattern } from './guards/prove.ts'
import { readRules, titledTests } from './rules.ts'
import { indent, print, runSteps, type Step } from './step.ts'
import { runTests } from './test/run.ts'

const SOURCES = 'packages/*/src/**/*.{ts,tsx}'

export interface GuardStep extends Step {
  id: string
  /** The test files that have a test titled by the id. */
  files: string[]
}

/** The first test that fails is proof enough: what opens a browser comes last. */
const slowLast = (a: string, b: string) => Number(a.includes('.browser.')) - Number(b.includes('.browser.'))

/** One step for each id that a line of code is marked with; `only` asks for one of them. */
export function guardSteps(only?: string): GuardStep[] {
  const marks = findMarks(
    globSync(SOURCES)
      .filter((file) => !file.includes('.test.'))
      .toSorted(),
  )
  const tests = titledTests()
  return [...marks]
    .filter(([id]) => only === undefined || id === only)
    .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([id, lines]) => {
      const files = [...new Set(tests.flatMap((test) => (test.ids.includes(id) ? [test.file] : [])))].toSorted(slowLast)
      return { id, title: `without the guard of ${id}`, files, run: () => proveGuard(id, lines, files) }
    })
}

/** Threats that no line of code is marked with. */
export function unguarded(): string[] {
  const marked = findMarks(globSync(SOURCES))
  return readRules().filter((id) => id.startsWith('T') && !marked.has(id))
}

/** Whether the tests of these steps pass with every guard in its place. */
async function passAsTheyAre(steps: GuardStep[]): Promise<number> {
  let failed = 0
  await runTests({
    files: [...new Set(steps.flatMap((step) => step.files))],
    atOnce: 2,
    timeout: 120_000,
    named: steps.map((step) => titlePattern(step.id)).join('|'),
    onResult(result) {
      if (result.kind !== 'failed') return
      failed++
      print(`  ✖ ${result.name}\n${indent(result.error)}`)
    },
  })
  return failed
}

if (import.meta.main) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  const steps = guardSteps(process.argv[2])
  const failed = (await passAsTheyAre(steps)) + (await runSteps(steps, 2))
  print(`\nThreats without a marked line: ${unguarded().join(' ') || 'none'}`)
  print(`${Math.max(0, steps.length - failed)} passed, ${failed} failed`)
  process.exitCode = failed > 0 || steps.length === 0 ? 1 : 0
}
