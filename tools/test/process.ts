// Runs test files in this process and tells the runner, one JSON line each, what comes of every test. The lines go to
// the pipe that it was started with, since what tests print goes to standard output. Not `node --test`: a process that
// a test forks would inherit that flag, and take itself for a test.
//
//   node process.ts '{"files": […], "timeout": 1000, "named": "^A13"}'
import { writeSync } from 'node:fs'
import { run } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

export interface Order {
  files: string[]
  named?: string | undefined
  timeout: number
}

/** What came of one test. A file that does not load is told as a failed test with its path for a name. */
export type TestResult =
  | { kind: 'passed' | 'skipped'; name: string; file: string }
  | { kind: 'failed'; name: string; file: string; line: number; error: string }

/** What this process tells: results, how many tests have begun and not ended, and that all is over. */
export type Told = TestResult | { kind: 'running'; tests: number } | { kind: 'over' }

/** The file descriptor that the runner reads. */
const RESULTS = 3

/** JSON leaves two characters alone that also end a line for whoever reads by lines. */
function tell(told: Told): void {
  writeSync(RESULTS, `${JSON.stringify(told).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`)
}

function toResult(event: TestEvent): TestResult | undefined {
  if (event.type === 'test:pass') {
    const { name, file = name, skip, todo, details } = event.data
    // A file without tests passes as a test with its path for a name.
    if (details.type === 'suite' || isPath(name, file)) return undefined
    return { kind: skip || todo ? 'skipped' : 'passed', name, file }
  }
  if (event.type === 'test:fail') {
    const { name, file = name, line = 1, details } = event.data
    const { error } = details
    // A suite or a test that failed because of what is in it is told by that.
    if ('failureType' in error && error.failureType === 'subtestsFailed') return undefined
    return { kind: 'failed', name, file, line, error: withoutNode(inspect(error.cause ?? error, { depth: 6 })) }
  }
  return undefined
}

function isPath(name: string, file: string): boolean {
  return file.endsWith(name) && /\.[cm]?[jt]s$/.test(name)
}

/** The lines of a stack that lie in Node itself tell nobody anything. */
function withoutNode(error: string): string {
  return error.replaceAll(/\n\s+at .*\bnode:.*/g, '')
}

if (import.meta.main) {
  const { files, named, timeout } = JSON.parse(process.argv[2]!) as Order
  let running = 0
  const events = run({ files, isolation: 'none', timeout, ...(named && { testNamePatterns: [new RegExp(named)] }) })
  for await (const event of events as AsyncIterable<TestEvent>) {
    if (event.type === 'test:enqueue') tell({ kind: 'running', tests: ++running })
    if (event.type === 'test:complete') tell({ kind: 'running', tests: --running })
    const result = toResult(event)
    if (result) tell(result)
  }
  tell({ kind: 'over' })
}
