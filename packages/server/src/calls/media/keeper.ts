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
  /** How often it has died, or has not started. */
  readonly deaths: number
  /** Packets that came to calls from others than their sides, as far as these calls are over. */
  readonly strangers: number
  /** For captures. */
  readonly folder: string
  /** Calls need it from now on: it is started, and again when it dies. */
  need(): void
  /** So many packets came to a call from others than its sides, and were refused. */
  refused(packets: number): void
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
  onRefused,
}: {
  readonly clock: Clock
  readonly ids: Ids
  readonly media: MediaConfig
  readonly dataDir: string
  readonly onRefused: (packets: number) => void
}): EngineKeeper {
  const folder = join(dataDir, 'calls')
  let [engine, state] = [undefined as Engine | undefined, { state: 'off', why: null } as EngineState]
  let [pause, startedAt, isNeeded, isClosed, deaths] = [AGAIN.first, 0, false, false, 0]
  let strangers = 0
  let starting: Promise<void> | undefined
  let cancel = () => {}
  const hear: ((key: PressedKey) => void)[] = []
  const stopped: ((why: string) => void)[] = []

  async function start(): Promise<void> {
    startedAt = clock.now()
    try {
      const { program, advertised, ports } = media
      const started = await startEngine({
        ...{ program, ports, folder, ids, address: media.address ?? ownAddress() },
        ...(advertised !== undefined && { advertised }),
        onKey(key) {
          for (const fn of hear) fn(key)
        },
        onStopped: died,
      })
      if (isClosed) return void (await started.stop())
      engine = started
      state = { state: 'running', why: null }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      deaths++
      state = why.includes('is not installed')
        ? { state: 'missing', why: `${media.program} is not installed` }
        : { state: 'failed', why }
      again()
    }
  }

  function died(why: string): void {
    engine = undefined
    deaths++
    state = { state: 'failed', why }
    if (clock.now() - startedAt > STEADY) pause = AGAIN.first
    for (const fn of stopped) fn(why)
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
    get deaths() {
      return deaths
    },
    get strangers() {
      return strangers
    },
    refused(packets) {
      strangers += packets
      onRefused(packets)
    },
    need() {
      if (isNeeded) return
      isNeeded = true
      begin()
    },
    onKey: (fn) => void hear.push(fn),
    onStopped: (fn) => void stopped.push(fn),
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
