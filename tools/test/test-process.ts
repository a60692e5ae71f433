import { spawn, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Order, TestResult, Told } from './process.ts'

const PROGRAM = fileURLToPath(new URL('process.ts', import.meta.url))

/** `linger` where nothing is said. Milliseconds. */
const LINGER = 30_000

const LEFT_OPEN = 'Its tests have ended and its process has not: a server, a connection or a timer is left open.'

/** A process that has grown to this takes no further file. Bytes. */
const LARGE = 1024 * 1024 * 1024

export type Result =
  | TestResult
  /** No test of this file was run. */
  | { kind: 'empty'; file: string }
  /** All of this file is over. */
  | { kind: 'ended'; file: string; ms: number }
  /** What the tests printed. */
  | { kind: 'output'; text: string }

export interface ProcessOptions {
  /** Only tests whose name, or the name of a suite around them, matches this. */
  named?: string
  /** A test that takes longer has failed, and so has a file that takes twice as long. Milliseconds. */
  timeout: number
  /** How long a process may stay after a file's last test: what keeps it was left open by a test. Milliseconds. */
  linger?: number
  env?: Record<string, string>
  onResult(result: Result): void
}

/** A process that runs one test file after the other. */
export class TestProcess {
  readonly #options: ProcessOptions
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  readonly #ended: Promise<number | NodeJS.Signals | null>
  readonly #stop = () => this.stop()
  #isStopped = false
  #last = ''

  constructor(options: ProcessOptions) {
    this.#options = options
    const order: Order = { named: options.named, timeout: options.timeout }
    const { NODE_TEST_CONTEXT: _, ...inherited } = process.env // set when we ourselves run inside a test
    this.#child = spawn(process.execPath, [PROGRAM, JSON.stringify(order)], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
      env: { ...inherited, ...options.env },
      detached: true,
    })
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => options.onResult({ kind: 'output', text }))
    }
    // A process that has ended takes no file; its end is told where its results are read.
    this.#files.on('error', () => {})
    this.#lines = createInterface({ input: this.#child.stdio[3] as Readable })[Symbol.asyncIterator]()
    this.#ended = new Promise((ended) => this.#child.on('close', (code, signal) => ended(code ?? signal)))
    process.on('exit', this.#stop)
  }

  /** Runs one file; resolves with whether this process can run another. */
  async run(file: string): Promise<boolean> {
    const { onResult, timeout, linger: patience = LINGER } = this.#options
    const began = performance.now()
    this.#last = file
    let results = 0
    let failures = 0
    let resident = 0
    const fail = (error: string) => {
      failures++
      this.#fail(error)
    }
    const endWith = (error: string) => {
      fail(error)
      this.stop()
    }
    let running: readonly string[] | undefined
    const limit = setTimeout(
      () =>
        endWith(`It was not over after ${(timeout * 2) / 1000} s. Running: ${running?.join('; ') ?? 'nothing yet'}`),
      timeout * 2,
    )
    let linger: NodeJS.Timeout | undefined
    this.#files.write(`${file}\n`)
    while (resident === 0) {
      const { value: line, done } = await this.#lines.next()
      clearTimeout(linger)
      if (done) break
      const told = JSON.parse(line) as Told
      if (told.kind === 'over') resident = told.resident
      else if (told.kind === 'running') running = told.tests
      else {
        results++
        if (told.kind === 'failed') failures++
        onResult(told)
      }
      if (resident === 0 && running?.length === 0) linger = setTimeout(() => endWith(LEFT_OPEN), patience)
    }
    clearTimeout(limit)
    if (resident === 0) {
      const code = await this.#ended
      if (failures === 0 && !this.#isStopped) fail(`The process ended with ${code} before its tests did.`)
      this.#isStopped = true
    } else if (results === 0) onResult({ kind: 'empty', file })
    onResult({ kind: 'ended', file, ms: performance.now() - began })
    // What a failed test left behind is no business of the next file.
    return resident > 0 && resident < LARGE && failures === 0
  }

  /** Ends it when it has run its files; nothing that the tests started is left then. */
  async close(): Promise<void> {
    this.#files.end()
    const late = setTimeout(this.#stop, LINGER)
    const code = await this.#ended
    clearTimeout(late)
    if (code !== 0 && !this.#isStopped) this.#fail(`The process ended with ${code} after its tests.`)
    process.off('exit', this.#stop)
    this.stop()
  }

  /** Ends the whole process group: a test may have started a server or a browser of its own. */
  stop(): void {
    this.#isStopped = true
    if (this.#child.pid === undefined) return
    try {
      process.kill(-this.#child.pid, 'SIGKILL')
    } catch {
      // All of them have ended by themselves.
    }
  }

  #fail(error: string): void {
    const file = this.#last
    this.#options.onResult({ kind: 'failed', name: file, file: resolve(file), line: 1, error })
  }

  get #files(): Writable {
    return this.#child.stdio[4] as Writable
  }
}
