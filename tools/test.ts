// What `npm test` runs: the checks, the build of the browser code, every test, and the guards whose lines have changed.
//
//   npm test                   everything
//   npm test -- --only-check   the checks alone
//   npm test -- channel/       the test files whose path matches
//   npm test -- A13            the tests titled by a rule, and its guards
import { fileURLToPath } from 'node:url'
import { without } from '../packages/server/test/without.ts'
import { checks } from './check.ts'
import { changedGuards } from './guards/changed.ts'
import { guardSteps, unguarded } from './guards/steps.ts'
import { titlePattern } from './guards/prove.ts'
import { titledTests } from './rules.ts'
import { indent, print, program, runSteps, type Step } from './step.ts'
import { compileInto } from './test/compiled.ts'
import { testFiles, toGroups } from './test/files.ts'
import { runGroup, type Tally } from './test/group.ts'
import { answersAsNats } from './test/nats.ts'
import { useMemoryFolder } from './test/temporary.ts'

/** Continuous integration gives a run 90 minutes, the installation included: what is left of the tests then is told. Milliseconds. */
const BUDGET = 86 * 60_000

const tally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }
const start = performance.now()
const signal = AbortSignal.timeout(BUDGET)
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => process.exit(1)) // ends what we started
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
useMemoryFolder()

const [wanted] = process.argv.slice(2)
if (wanted === undefined || wanted === '--only-check') {
  print('checks')
  await count(checks)
}
if (wanted !== '--only-check') {
  const setup = { title: 'browser code', run: () => program(process.execPath, ['tools/setup.mjs', 'build']) }
  print('tests')
  await count([setup, compileInto('node_modules/.cache/deskbell/compiled')])
  if (!process.env['TEST_DATABASE_URL']) {
    print('  TEST_DATABASE_URL is not set: what runs on a Postgres server is left out; the embedded store is tested.')
  } else if (!(await answersAsNats())) {
    print(
      '  No NATS server answers at TEST_NATS_URL (nats://127.0.0.1:4222): what processes tell each other is left out.',
    )
  }
  const noCalls = without('rtpengine', 'baresip', 'kamailio')
  if (noCalls) print(`  Tests of calls by telephone are left out: ${noCalls}.`)
  const rule = wanted && /^[A-Z]\d+$/.test(wanted) ? wanted : undefined
  for (const group of toGroups(filesFor(wanted, rule))) {
    const of = await runGroup(group, { signal, ...(rule && { named: titlePattern(rule) }) })
    for (const kind of ['passed', 'failed', 'skipped'] as const) tally[kind] += of[kind]
    tally.failures.push(...of.failures)
  }
  if (rule) await count(guardSteps({ id: rule }))
  else if (wanted === undefined) {
    const { guards, said } = changedGuards()
    print(`guards, each line taken away once: ${said}`)
    await count(guardSteps({ guards }))
    print(indent(`Threats that no line is marked as a guard against: ${unguarded().join(' ') || 'none'}`))
  }
}
// Who reads the end of a log alone sees what failed.
if (tally.failures.length > 0) print(`\nWhat failed:\n${tally.failures.join('\n')}`)
print(`\nAll of it took ${((performance.now() - start) / 1000).toFixed(1)} s.`)
if (tally.passed + tally.failed === 0) print('No test matches.')
print(`${tally.passed} passed, ${tally.failed} failed${tally.skipped ? `, ${tally.skipped} skipped` : ''}`)
process.exitCode = tally.failed > 0 || tally.passed === 0 ? 1 : 0

function filesFor(pattern: string | undefined, rule: string | undefined): string[] {
  if (!pattern) return testFiles()
  if (!rule) return testFiles().filter((file) => new RegExp(pattern).test(file))
  return [...new Set(titledTests().flatMap((test) => (test.ids.includes(rule) ? [test.file] : [])))]
}

async function count(steps: Step[]): Promise<void> {
  const failures = await runSteps(steps, 2)
  tally.failed += failures.length
  tally.failures.push(...failures)
  tally.passed += steps.length - failures.length
}
