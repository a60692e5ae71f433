import { spawn, type ChildProcess } from 'node:child_process'
import { relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Order, TestResult, Told } from './process.ts'

const PROGRAM = fileURLToPath(new URL('process.ts', import.meta.url))

/** How long a process may stay after its last test: what keeps it was left open by a test. Milliseconds. */
const LINGER = 30_000

export type Result =
  | TestResult
  /** No test of this file was run. */
  | { kind: 'empty'; file: string }
  /** The process of these files has ended. */
  | { kind: 'ended'; files: string[]; ms: number }
  /** What the tests printed. */
  | { kind: 'output'; text: string }

export interface RunOptions {
  files: string[]
  /** How many files at a time, each in a process of its own. Without it all share one, one after the other. */
  atOnce?: number
  /** Only tests whose name, or the name of a suite around them, matches this. */
  named?: string
  /** A test that takes longer has failed, and so has a process that takes twice as long. Milliseconds. */
  timeout: number
  env?: Record<string, string>
  /** Ends what is running, and begins no more. */
  signal?: AbortSignal
  onResult(result: Result): void
}

/** Runs test files and tells each result as it comes; nothing that they started is left when it is done. */
export async function runTests(options: RunOptions): Promise<void> {
  if (!options.atOnce) return runProcess(options.files, options)
  const waiting = [...options.files]
  const lane = async () => {
    for (let file = waiting.shift(); file && !options.signal?.aborted; file = waiting.shift())
      await runProcess([file], options)
  }
  await Promise.all(Array.from({ length: options.atOnce }, lane))
}

async function runProcess(files: string[], options: RunOptions): Promise<void> {
  const { onResult, signal } = options
  const began = performance.now()
  const seen = new Set<string>()
  let failures = 0
  let over = false
  let running: number | undefined
  const fail = (error: string) => {
    failures++
    onResult({ kind: 'failed', name: files.join(' '), file: resolve(files[0]!), line: 1, error })
  }
  const child = startNode(files, options)
  const stop = () => kill(child)
  const endWith = (error: string) => {
    fail(error)
    stop()
  }
  const limit = setTimeout(
    () => endWith(`It was not over after ${(options.timeout * 2) / 1000} s.`),
    options.timeout * 2,
  )
  let linger: NodeJS.Timeout | undefined
  signal?.addEventListener('abort', stop)
  process.on('exit', stop)
  const ended = new Promise<number | NodeJS.Signals | null>((resolved) => {
    child.on('close', (code, killedBy) => resolved(code ?? killedBy))
  })
  for await (const line of createInterface({ input: child.stdio[3] as Readable })) {
    const told = JSON.parse(line) as Told
    clearTimeout(linger)
    if (told.kind === 'over') over = true
    if (told.kind === 'running') running = told.tests
    if (running === 0) linger = setTimeout(() => endWith(LEFT_OPEN), LINGER)
    if (told.kind === 'over' || told.kind === 'running') continue
    seen.add(relative('.', told.file))
    if (told.kind === 'failed') failures++
    onResult(told)
  }
  const code = await ended
  clearTimeout(limit)
  clearTimeout(linger)
  signal?.removeEventListener('abort', stop)
  process.off('exit', stop)
  stop()
  if (!signal?.aborted) {
    if (failures === 0 && (code !== 0 || !over)) fail(`The process ended with ${code} before its tests did.`)
    for (const file of files) if (failures === 0 && !seen.has(relative('.', file))) onResult({ kind: 'empty', file })
  }
  onResult({ kind: 'ended', files, ms: performance.now() - began })
}

const LEFT_OPEN = 'Its tests have ended and its process has not: a server, a connection or a timer is left open.'

function startNode(files: string[], { named, timeout, env, onResult }: RunOptions): ChildProcess {
  const order: Order = { files, named, timeout }
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env // set when we ourselves run inside a test
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...inherited, ...env },
    detached: true,
  })
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => onResult({ kind: 'output', text }))
  }
  return child
}

/** The whole process group: a test may have started a server or a browser of its own. */
function kill(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // All of them have ended by themselves.
  }
}
