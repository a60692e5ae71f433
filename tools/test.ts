// What `npm test` runs: the checks, the agent application's build, every test, and every guard taken away once.
//
//   npm test                   everything
//   npm test -- --only-check   the checks alone
//   npm test -- channel/       the test files whose path matches
//   npm test -- A13            the tests titled by a rule
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checks } from './check.ts'
import { indent, print, program, runSteps, say } from './step.ts'
import { testFiles, toGroups, type Group } from './test/files.ts'
import { answersAsNats } from './test/nats.ts'
import { runTests, type Result } from './test/run.ts'
import { guardSteps, unguarded } from './guards.ts'
import { titlePattern } from './guards/prove.ts'
import { titledTests } from './rules.ts'

/** More than this and something hangs. Milliseconds. */
const BUDGET = 60 * 60_000

/** Files of a group that may take longer are told one by one. Milliseconds. */
const SHORT = 120_000

const KINDS = ['passed', 'failed', 'skipped'] as const
const tally = { passed: 0, failed: 0, skipped: 0 }
const start = performance.now()
const budget = AbortSignal.timeout(BUDGET)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1)) // ends what we started
process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const [wanted] = process.argv.slice(2)
if (wanted === undefined || wanted === '--only-check') {
  print('checks')
  await count(checks.length, runSteps(checks, 2))
}
if (wanted !== '--only-check') {
  const setup = { title: 'agent application', run: () => program(process.execPath, ['tools/setup.mjs', 'build']) }
  print('tests')
  await count(1, runSteps([setup], 1))
  if (!process.env['TEST_DATABASE_URL']) {
    print('  TEST_DATABASE_URL is not set: what runs on a Postgres server is left out; the embedded store is tested.')
  } else if (!(await answersAsNats())) {
    print(
      '  No NATS server answers at TEST_NATS_URL (nats://127.0.0.1:4222): what processes tell each other is left out.',
    )
  }
  const rule = wanted && /^[A-Z]\d+$/.test(wanted) ? wanted : undefined
  for (const group of toGroups(filesFor(wanted, rule))) await runGroup(group, rule)
  const guards = wanted === undefined || rule ? guardSteps(rule) : []
  if (guards.length > 0) print('guards, each taken away once')
  await count(guards.length, runSteps(guards, 2))
  if (wanted === undefined)
    print(indent(`Threats that no line is marked as a guard against: ${unguarded().join(' ') || 'none'}`))
}
print(`\nAll of it took ${((performance.now() - start) / 1000).toFixed(1)} s.`)
if (tally.passed + tally.failed === 0) print('No test matches.')
print(`${tally.passed} passed, ${tally.failed} failed${tally.skipped ? `, ${tally.skipped} skipped` : ''}`)
process.exitCode = tally.failed > 0 || tally.passed === 0 ? 1 : 0

function filesFor(pattern: string | undefined, rule: string | undefined): string[] {
  if (!pattern) return testFiles()
  if (!rule) return testFiles().filter((file) => new RegExp(pattern).test(file))
  return [...new Set(titledTests().flatMap((test) => (test.ids.includes(rule) ? [test.file] : [])))]
}

async function count(steps: number, wrong: Promise<number>): Promise<void> {
  tally.failed += await wrong
  tally.passed += steps - (await wrong)
}

interface Tally {
  passed: number
  failed: number
  skipped: number
}

async function runGroup(group: Group, rule: string | undefined): Promise<void> {
  const began = performance.now()
  const first = await runFiles(group, rule)
  // Times are real on a machine that others use too: a file that failed beside another is heard once more, alone, and
  // said to have been. What fails twice has failed.
  const failing = group.files.filter((file) => (first.get(resolve(file))?.failed ?? 0) > 0)
  if (failing.length > 0 && group.atOnce && !rule && !budget.aborted) {
    print(`  once more, alone: ${failing.join(' ')}`)
    const second = await runFiles({ ...group, files: failing, atOnce: 1 }, rule)
    for (const [file, of] of second) first.set(file, of)
  }
  const of = { passed: 0, failed: 0, skipped: 0 }
  for (const one of first.values()) for (const kind of KINDS) of[kind] += one[kind]
  if (budget.aborted) {
    of.failed++
    print(
      `  ✖ ${group.title}\n${indent(`All tests together have ${BUDGET / 60_000} minutes, and these were not over.`)}`,
    )
  }
  const skipped = of.skipped ? `, ${of.skipped} skipped` : ''
  const outcome = `${of.passed} passed, ${of.failed} failed${skipped}`
  say(`${group.title} (${group.files.length} files)`, performance.now() - began, outcome)
  for (const kind of KINDS) tally[kind] += of[kind]
}

/** What came of each file, by its whole path. */
async function runFiles(group: Group, rule: string | undefined): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>()
  const add = (file: string, kind: keyof Tally) => {
    const of = tallies.get(resolve(file)) ?? { passed: 0, failed: 0, skipped: 0 }
    of[kind]++
    tallies.set(resolve(file), of)
  }
  const fail = (file: string, what: string, why: string) => {
    add(file, 'failed')
    print(`  ✖ ${what}\n${indent(why)}`)
  }
  const onResult = (result: Result) => {
    switch (result.kind) {
      case 'output':
        process.stdout.write(result.text)
        break
      case 'passed':
      case 'skipped':
        add(result.file, result.kind)
        break
      case 'failed':
        fail(result.file, result.name, `${relative('.', result.file)}:${result.line}\n${result.error}`)
        break
      case 'empty':
        if (!rule) fail(result.file, result.file, 'There is no test in this file.')
        break
      case 'ended':
        if (group.timeout > SHORT) say(`  ${result.files.join(' ')}`, result.ms, '')
    }
  }
  await runTests({ ...group, ...(rule && { named: titlePattern(rule) }), signal: budget, onResult })
  return tallies
}
