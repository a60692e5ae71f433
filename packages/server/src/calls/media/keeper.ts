import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { MediaConfig } from '../../platform/config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { startEngine, type Engine, type PressedKey } from './engine.ts'

/** An engine that died is started again after so long (ms); each time twice as long. */
const AGAIN = { first: 500, most: 30_000 }
/** One that has run for so long did not die of its start (ms). */
const STEADY = 60_000

export type EngineState =
  | { readonly state: 'off' | 'running'; readonly why: null }
  | { readonly state: 'missing' | 'failed'; readonly why: string }

export interface EngineKeeper {
  /** The engine, if it runs. */
  readonly engine: Engine | undefined
  readonly state: EngineState
  /** For captures. */
  readonly folder: string
  /** Calls need it from now on: it is started, and again when it dies. */
  need(): void
  onKey(fn: (key: PressedKey) => void): void
  /** It died: the sound of all its calls has ended. */
  onStopped(fn: (why: string) => void): void
  close(): Promise<void>
}

export function makeEngineKeeper({
  clock,
  ids,
  media,
  dataDir,
}: {
  readonly clock: Clock
  readonly ids: Ids
  readonly media: MediaConfig
  readonly dataDir: string
}): EngineKeeper {
  const folder = join(dataDir, 'calls')
  let [engine, state] = [undefined as Engine | undefined, { state: 'off', why: null } as EngineState]
  let [pause, startedAt, isNeeded, isClosed] = [AGAIN.first, 0, false, false]
  let starting: Promise<void> | undefined
  let cancel = () => {}
  let hear: (key: PressedKey) => void = () => {}
  let stopped: (why: string) => void = () => {}

  async function start(): Promise<void> {
    startedAt = clock.now()
    try {
      const { program, advertised, ports } = media
      const started = await startEngine({
        ...{ program, ports, folder, ids, address: media.address ?? ownAddress() },
        ...(advertised !== undefined && { advertised }),
        onKey: (key) => hear(key),
        onStopped: died,
      })
      if (isClosed) return void (await started.stop())
      engine = started
      state = { state: 'running', why: null }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      state = why.includes('ENOENT')
        ? { state: 'missing', why: `${media.program} is not installed` }
        : { state: 'failed', why }
      again()
    }
  }

  function died(why: string): void {
    engine = undefined
    state = { state: 'failed', why }
    if (clock.now() - startedAt > STEADY) pause = AGAIN.first
    stopped(why)
    again()
  }

  function again(): void {
    if (isClosed) return
    cancel = clock.after(pause, begin)
    pause = Math.min(pause * 2, AGAIN.most)
  }

  const begin = () => void (starting = start())

  return {
    folder,
    get engine() {
      return engine
    },
    get state() {
      return state
    },
    need() {
      if (isNeeded) return
      isNeeded = true
      begin()
    },
    onKey: (fn) => void (hear = fn),
    onStopped: (fn) => void (stopped = fn),
    async close() {
      isClosed = true
      cancel()
      await starting
      await engine?.stop()
    },
  }
}

/** The first IPv4 address under which others reach the machine. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}
