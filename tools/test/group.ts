import { relative } from 'node:path'
import { indent, print, say } from '../step.ts'
import { shareBrowser } from './browser.ts'
import type { Group } from './files.ts'
import { runTests, type Result } from './run.ts'

export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** What failed and why, in the order it failed: repeated at the end of a run. */
  failures: string[]
}

export interface GroupOptions {
  named?: string
  signal: AbortSignal
  env?: Record<string, string>
}

const hasServers = process.env['TEST_DATABASE_URL'] !== undefined && process.env['TEST_NATS_URL'] !== undefined

const drivesBrowser = (file: string) => /[./]browser\.test\.ts$/.test(file)

/** Runs a group with a line for each file and for each test that failed. A test that failed has failed. */
export async function runGroup(group: Group, { named, signal, env }: GroupOptions): Promise<Tally> {
  const began = performance.now()
  const tally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }
  const browser = group.files.some(drivesBrowser) ? await shareBrowser() : undefined
  const fail = (what: string, why: string) => {
    const failure = `  ✖ ${what}\n${indent(why)}`
    tally.failed++
    tally.failures.push(failure)
    print(failure)
  }
  const onResult = (result: Result) => {
    switch (result.kind) {
      case 'output':
        process.stdout.write(result.text)
        break
      case 'passed':
      case 'skipped':
        tally[result.kind]++
        break
      case 'failed':
        fail(result.name, `${relative('.', result.file)}:${result.line}\n${result.error}`)
        break
      case 'empty':
        // Without a Postgres or NATS server, files that need one have no tests.
        if (named === undefined && hasServers) fail(result.file, 'There is no test in this file.')
        break
      case 'ended':
        say(`  ${result.file}`, result.ms, '')
    }
  }
  try {
    await runTests({
      ...group,
      ...(named !== undefined && { named }),
      env: { ...env, ...browser?.env },
      signal,
      onResult,
    })
  } finally {
    await browser?.close()
  }
  if (signal.aborted) fail(group.title, 'The time for all tests is over, and these were not.')
  const skipped = tally.skipped ? `, ${tally.skipped} skipped` : ''
  const outcome = `${tally.passed} passed, ${tally.failed} failed${skipped}`
  say(`${group.title} (${group.files.length} files)`, performance.now() - began, outcome)
  return tally
}
