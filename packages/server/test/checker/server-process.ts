import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RATE_LIMITS } from '@deskbell/protocol/limits'
import type { Setup } from '@deskbell/protocol/setup'
import { ANN, PUBLIC_ID, RANDOM, tokenOf } from '../test-server.ts'
import type { Place } from '../db.ts'
import { withEdits, type Edit } from './edits.ts'

/** The server of this version. */
export const PROGRAM = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
/** The allocator's settings of `deskbell start`, which make it release memory. */
const START = readFileSync(new URL('../../../../bin/deskbell', import.meta.url), 'utf8')
const ALLOCATOR = Object.fromEntries([...START.matchAll(/(MALLOC_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]))
/** Code that is compiled already makes every start shorter, as it does for `npm start`. */
const COMPILED = process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }
/** A machine that is busy with other tests takes its time (ms). */
const START_WITHIN = 240_000
const LINES_KEPT = 200

const running = new Set<ChildProcess>()
// The end of the tests kills the processes that they started, also frozen ones.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export interface ServerOptions {
  place: Place
  /** The URL of the channel's integrator. */
  serverUrl: string
  edits?: readonly Edit[]
  /** Modules to load before the server. */
  imports?: readonly URL[]
  env?: Record<string, string>
  bots?: Setup['bots']
  webhooks?: Setup['webhooks']
  /** Where its clients reach it, when that is not its port: the address of a balancer. */
  front?: string
  /** Overrides parts of the setup: `settings: {}` for the default limits. */
  setup?: Partial<Setup>
}

/** The real program in a separate process, which can be killed and started again on the same data. */
export class ServerProcess {
  readonly port: number
  readonly url: string
  readonly channelUrl: string
  /** The last lines it printed. */
  readonly lines: string[] = []
  /** Exits that the test did not cause. */
  readonly deaths: string[] = []
  /** What it starts: the program of this version, or of an earlier one. */
  program = PROGRAM
  edits: readonly Edit[]
  readonly #options: ServerOptions
  readonly #folder: string
  #child: ChildProcess | undefined
  #listens = false
  #dead = false
  #up = Promise.withResolvers<void>()
  #waiting = new Set<{ pattern: RegExp; seen: (line: string) => void }>()

  constructor(options: ServerOptions, port: number) {
    this.#options = options
    this.edits = options.edits ?? []
    this.port = port
    this.url = options.front ?? `http://127.0.0.1:${port}`
    this.channelUrl = `${this.url}/${RANDOM}/${PUBLIC_ID}`
    this.#folder = mkdtempSync(join(tmpdir(), 'deskbell-process-'))
    writeFileSync(
      join(this.#folder, 'setup.json'),
      JSON.stringify({
        ...setupOf(options.serverUrl),
        ...(options.bots && { bots: options.bots }),
        ...(options.webhooks && { webhooks: options.webhooks }),
        ...options.setup,
      }),
    )
    this.#up.promise.catch(() => {})
  }

  /** Starts it; resolves when it listens. */
  async start(): Promise<void> {
    this.launch()
    await this.up
  }

  /** Starts it without waiting. */
  launch(): void {
    const { place, env, imports = [] } = this.#options
    const edited = withEdits(this.edits)
    const preloads = imports.flatMap((url) => ['--import', url.href])
    const child = spawn(process.execPath, ['--expose-gc', ...preloads, ...edited.execArgv, this.program], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        ...COMPILED,
        ...ALLOCATOR,
        HOST: '127.0.0.1',
        PORT: String(this.port),
        DATA_DIR: place.dataDir || this.#folder,
        SETUP_FILE: join(this.#folder, 'setup.json'),
        ALLOW_TARGETS: '127.0.0.1',
        SECRET_KEY: 'a key for tests alone',
        MIN_FREE_DISK: '0',
        ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
        ...edited.env,
        ...env,
      },
    })
    running.add(child)
    this.#child = child
    if (this.#dead) this.#down()
    const up = this.#up
    let rest = ''
    const readOutput = (bytes: Buffer) => {
      const lines = (rest + bytes.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        this.#note(line)
        if (this.#child !== child || !line.includes('Deskbell is listening')) continue
        this.#listens = true
        up.resolve()
      }
    }
    child.stdout?.on('data', readOutput)
    child.stderr?.on('data', readOutput)
    child.once('exit', (code, signal) => {
      running.delete(child)
      if (this.#child !== child) return
      this.#child = undefined
      this.deaths.push(`ended by itself with ${signal ?? code}: ${this.lines.slice(-3).join(' | ')}`)
      if (this.#listens) this.#down()
      this.#up.reject(new Error(`The server ended with ${signal ?? code}:\n${this.lines.slice(-20).join('\n')}`))
      this.#dead = true
    })
  }

  /** Resolves when the server listens; if it is down, when the next one does. */
  get up(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`The server does not listen:\n${this.lines.slice(-20).join('\n')}`)),
        START_WITHIN,
      )
    })
    return Promise.race([this.#up.promise, late]).finally(() => clearTimeout(timer))
  }

  /** `kill -9`. Resolves when the process has ended. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    // Callers that wait for a server which did not start wait for the next one.
    if (this.#listens) this.#down()
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  /** Resolves when it has ended by itself, with the signal or the exit code. */
  async ended(): Promise<string | number> {
    const child = this.#child
    if (!child) throw new Error('the server is not running')
    const [code, signal] = (await once(child, 'exit')) as [number, string]
    this.deaths.pop()
    return signal ?? code
  }

  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void {
    this.#child?.kill(name)
  }

  /** Of its settings, and of its data where the place has none. */
  get folder(): string {
    return this.#folder
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** The first printed line that matches, from the kept ones or later. */
  says(pattern: RegExp): Promise<string> {
    const said = this.lines.find((line) => pattern.test(line))
    if (said !== undefined) return Promise.resolve(said)
    return new Promise((seen) => this.#waiting.add({ pattern, seen }))
  }

  async close(): Promise<void> {
    await this.kill()
    // Ends the callers' waiting.
    this.#up.reject(new Error('the server was closed'))
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #down(): void {
    this.#listens = false
    this.#dead = false
    this.#up = Promise.withResolvers<void>()
    this.#up.promise.catch(() => {})
  }

  #note(line: string): void {
    this.lines.push(line)
    if (this.lines.length > LINES_KEPT) this.lines.shift()
    for (const one of this.#waiting)
      if (one.pattern.test(line)) {
        this.#waiting.delete(one)
        one.seen(line)
      }
  }
}

/** One channel with one agent, and no limits. */
function setupOf(serverUrl: string): Setup {
  const limits = Object.fromEntries(Object.keys(RATE_LIMITS).map((name) => [name, 0]))
  return {
    account: { name: 'Shop' },
    agents: [{ email: ANN, name: 'Ann', password: 'correct horse battery', role: 'owner', apiToken: tokenOf(ANN) }],
    channels: [{ kind: 'api', name: 'App', publicId: PUBLIC_ID, random: RANDOM, agents: [ANN], serverUrl }],
    settings: { limits },
  }
}
