// Every line that guards against a threat is taken away once, by itself, and a test of that threat must then fail: a
// guard whose removal breaks no test is not tested. `npm run proof` runs this; alone, it first makes sure that the tests
// pass as they are. It keeps in `guards/proofs.json` which test proved which line.
//
//   npm run guards          every line
//   npm run guards -- T13   those of one threat
//   npm run guards -- new   those that no test has proven yet
import { fileURLToPath } from 'node:url'
import { titlePattern } from './guards/prove.ts'
import { ProofRecord } from './guards/record.ts'
import { allGuards, guardSteps, unguarded, type GuardStep } from './guards/steps.ts'
import { indent, print, runSteps } from './step.ts'
import { compileInto } from './test/compiled.ts'
import { runTests } from './test/run.ts'
import { useMemoryFolder } from './test/temporary.ts'

/** Whether the tests of these steps pass with every guard in its place. */
async function passAsTheyAre(steps: GuardStep[]): Promise<number> {
  let failed = 0
  await runTests({
    files: [...new Set(steps.flatMap((step) => step.files))],
    atOnce: 2,
    timeout: 120_000,
    named: [...new Set(steps.map((step) => titlePattern(step.guard.id)))].join('|'),
    onResult(result) {
      if (result.kind !== 'failed') return
      failed++
      print(`  ✖ ${result.name}\n${indent(result.error)}`)
    },
  })
  return failed
}

function unprovenGuards() {
  const record = ProofRecord.read()
  return allGuards().filter((guard) => record.of(guard) === undefined)
}

if (import.meta.main) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  useMemoryFolder()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  const id = process.argv[2]
  const steps = guardSteps(id === 'new' ? { guards: unprovenGuards() } : { ...(id !== undefined && { id }) })
  await runSteps([compileInto('node_modules/.cache/deskbell/compiled')], 1)
  const failed = await passAsTheyAre(steps)
  const unproven = (await runSteps(steps, 2)).length
  print(`\nThreats without a marked line: ${unguarded().join(' ') || 'none'}`)
  print(`${steps.length - unproven} lines proven, ${unproven} not, ${failed} tests failed as they are`)
  process.exitCode = failed + unproven > 0 || steps.length === 0 ? 1 : 0
}
