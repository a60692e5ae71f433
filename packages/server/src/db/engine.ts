import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { makeDurable, type NodeFiles } from './filesystem.ts'

/** The parts of PGlite's internals used here; parts missing in another version are ignored. */
interface Module {
  NODEFS: NodeFiles
  onRuntimeInitialized?: () => void
  _pgl_startPGlite(): void
  _PostgresMainLoopOnce(): void
  _raw_parser?: (text: number, mode: number) => number
  _copyObjectImpl?: (tree: number) => number
  _nodeToString?: (tree: number) => number
  _stringToNode?: (text: number) => number
  stackSave(): number
  stackRestore(pointer: number): void
  stringToUTF8OnStack(text: string): number
}

interface EmscriptenOptions {
  preRun?: ((module: Module) => void)[]
  onAbort?: (reason: unknown) => void
}

/** PGlite's main loop exits with this status on a Postgres ERROR, which it then handles. */
const ERROR_STATUS = 100

const SETTINGS: Record<string, string> = {
  // The other methods need open flags and calls that Emscripten accepts and ignores.
  wal_sync_method: 'fsync',
  // The operating system caches the rest, and Postgres never returns memory that it has touched.
  shared_buffers: '16MB',
  timezone: 'UTC',
  // As on a server (server.ts).
  plan_cache_mode: 'force_generic_plan',
}

export interface Engine {
  /** Sends whole wire messages to Postgres and returns its answer. */
  converse(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
  /** The number of fsyncs by Postgres. */
  fsyncs(): number
  close(): Promise<void>
}

/** How many of Postgres's last log lines are kept. */
const LAST_WORDS = 5

/**
 * Starts Postgres on its folder. `onEnd` is called in the middle of Postgres's work when its state can no longer be
 * trusted, with its last log lines, and must not return.
 */
export async function startEngine(folder: string, onEnd: (why: string) => never): Promise<Engine> {
  const lastWords: string[] = []
  const die = (reason: unknown): never => {
    const cause = reason instanceof Error ? reason.message : String(reason)
    return onEnd([cause, ...lastWords].filter((line) => line !== '').join('; '))
  }
  let fsyncs = () => 0
  const prepare = (module: Module) => {
    fsyncs = makeDurable(module.NODEFS)
    const initialized = module.onRuntimeInitialized
    module.onRuntimeInitialized = () => {
      initialized?.()
      keepParserSmall(module)
      watchMainLoop(module, die)
    }
  }
  const db = await PGlite.create({
    fs: new NodeFS(folder),
    onStderr(line) {
      lastWords.push(line)
      if (lastWords.length > LAST_WORDS) lastWords.shift()
      return false
    },
    // -F means "never fsync".
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    extensions: {
      deskbell: {
        name: 'deskbell',
        async setup(_pg: unknown, options: EmscriptenOptions) {
          const emscriptenOpts: EmscriptenOptions = {
            ...options,
            preRun: [...(options.preRun ?? []), prepare],
            onAbort: die,
          }
          return { emscriptenOpts }
        },
      },
    },
  })
  return {
    converse: (bytes) => converse(db, bytes),
    fsyncs: () => fsyncs(),
    close: () => db.close(),
  }
}

async function converse(db: PGlite, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  // The stream form keeps nothing; the other forms keep every message forever.
  await db.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData(part) {
      parts.push(part.slice())
      length += part.length
    },
  })
  const answer = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    answer.set(part, at)
    at += part.length
  }
  return answer
}

/**
 * PGlite treats any exception from its main loop as an ERROR and continues. Any other exception (a trap, an exhausted
 * stack, an exit) has left Postgres's memory in an inconsistent state.
 */
function watchMainLoop(module: Module, die: (reason: unknown) => never): void {
  const once = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      once()
    } catch (error) {
      if (error instanceof Object && 'status' in error && error.status === ERROR_STATUS) throw error
      die(error)
    }
  }
}

/**
 * Keeps V8 from optimising Postgres's SQL parser, one function of a hundred kilobytes, and the functions that copy,
 * write and read syntax trees. They look hot after a few queries, and optimising the parser alone takes 600 MB and
 * three seconds of a core without benefit: statements are parsed and planned once. V8 decides when a function first
 * runs whether it may ever be optimised, so they run here once under a flag that forbids it. All other functions are
 * optimised as usual.
 */
function keepParserSmall(module: Module): void {
  const start = module._pgl_startPGlite
  module._pgl_startPGlite = () => {
    start()
    const stack = module.stackSave()
    setFlagsFromString('--wasm-tier-up-filter=0')
    try {
      const tree = module._raw_parser?.(module.stringToUTF8OnStack('select 1'), 0)
      if (tree !== undefined) module._copyObjectImpl?.(tree)
      module._nodeToString?.(NO_TREE)
      module._stringToNode?.(module.stringToUTF8OnStack('<>'))
    } finally {
      setFlagsFromString('--wasm-tier-up-filter=-1')
      module.stackRestore(stack)
    }
  }
}

/** Postgres's null pointer, which it prints as <>. */
const NO_TREE = 0
