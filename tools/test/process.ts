// Runs test files in this process, one after the other, and tells the runner, one JSON line each, what comes of every
// test. The lines go to the pipe that it was started with, since what tests print goes to standard output. Not
// `node --test`: a process that a test forks would inherit that flag, and take itself for a test.
//
//   node process.ts '{"timeout": 1000, "named": "^A13"}'   and the path of each file, a line each, at file descriptor 4
import { readSync, writeSync } from 'node:fs'
import './light-hooks.ts'
import type { TestEvent } from 'node:test/reporters'
import { resolve } from 'node:path'
import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'

export interface Order {
  named?: string | undefined
  timeout: number
}

/** What came of one test. A file that does not load is told as a failed test with its path for a name. */
export type TestResult =
  | { kind: 'passed' | 'skipped'; name: string; file: string }
  | { kind: 'failed'; name: string; file: string; line: number; error: string }

/** Results, the tests that have begun and not ended, and that a file is over, with the memory in use (bytes). */
export type Told = TestResult | { kind: 'running'; tests: string[] } | { kind: 'over'; resident: number }

/** The file descriptor that the runner reads, and the one that it writes. */
const RESULTS = 3
const FILES = 4

/** JSON leaves two characters alone that also end a line for a reader of lines. */
function tell(told: Told): void {
  writeSync(RESULTS, `${JSON.stringify(told).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`)
}

/** Waits for the path of the next file; undefined when there is none. Blocks, so that nothing keeps the process. */
function nextFile(): string | undefined {
  const byte = Buffer.alloc(1)
  const bytes: number[] = []
  while (readSync(FILES, byte) === 1) {
    if (byte[0] === 0x0a) return Buffer.from(bytes).toString()
    bytes.push(byte[0]!)
  }
  return undefined
}

function toResult(event: TestEvent): TestResult | undefined {
  if (event.type === 'test:pass') {
    const { name, file = name, skip, todo, details } = event.data
    // A file without tests passes as a test with its path for a name; a suite is told by what is in it.
    const isLeftOut = skip !== undefined && skip !== false
    if ((details.type === 'suite' && !isLeftOut) || isPath(name, file)) return undefined
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

/** Removes the lines of a stack that lie in Node itself. */
function withoutNode(error: string): string {
  return error.replaceAll(/\n\s+at .*\bnode:.*/g, '')
}

if (import.meta.main) {
  // Where many embedded databases come and go, V8 now and then frees machine code twice, and ends the process (Node's issue 64500).
  setFlagsFromString('--no-wasm-code-gc')
  // After the hooks have been replaced.
  const { mock, run } = await import('node:test')
  const { named, timeout } = JSON.parse(process.argv[2]!) as Order
  let now = ''
  // An error that nobody catches ends a server, and so it ends the tests.
  const end = (error: unknown) => {
    tell({ kind: 'failed', name: now, file: resolve(now), line: 1, error: withoutNode(inspect(error, { depth: 6 })) })
    process.exit(1)
  }
  process.on('uncaughtExceptionMonitor', end).on('unhandledRejection', end)
  for (let file = nextFile(); file !== undefined; file = nextFile()) {
    // Node ends a run when nothing is left to wait for. What a file leaves open keeps its run, and the runner sees it.
    // The next run needs something to wait for as it begins.
    await new Promise((resolve) => setImmediate(resolve))
    now = file
    const running: string[] = []
    const testNamePatterns = named === undefined ? undefined : [new RegExp(named)]
    const events = run({ files: [file], isolation: 'none', timeout, ...(testNamePatterns && { testNamePatterns }) })
    for await (const event of events as AsyncIterable<TestEvent>) {
      if (event.type === 'test:enqueue') running.push(event.data.name)
      if (event.type === 'test:complete') running.splice(running.indexOf(event.data.name), 1)
      if (event.type === 'test:enqueue' || event.type === 'test:complete') tell({ kind: 'running', tests: running })
      const result = toResult(event)
      if (result) tell(result)
    }
    // A clock that stands still would make the next file wait for ever.
    mock.timers.reset()
    mock.reset()
    tell({ kind: 'over', resident: process.memoryUsage.rss() })
  }
}
