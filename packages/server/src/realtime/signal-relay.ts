import { SIGNALS_MAX } from '@deskbell/protocol/bus/rpc'
import type { PageSignal } from '@deskbell/protocol/bus/page-signal'
import type { Rpc } from './rpc/rpc.ts'

/** A process that has not taken them within this time has lost them (ms): the pages begin anew. */
const WITHIN = 5000
/** Signals that come within this time go together (ms). */
const TOGETHER = 50

export interface SignalRelayOptions {
  readonly rpc: Pick<Rpc, 'serve' | 'ask'>
  readonly after: (ms: number, fn: () => void) => void
  /** Of another process. */
  readonly hear: (signal: PageSignal) => void
  readonly onError: (error: unknown) => void
}

/** Passes signals to the other processes through the database. No batch waits for a process that does not answer. */
export function makeSignalRelay({ rpc, after, hear, onError }: SignalRelayOptions): (signal: PageSignal) => void {
  let waiting: PageSignal[] = []

  function pass(): void {
    const signals = waiting
    waiting = []
    for (let from = 0; from < signals.length; from += SIGNALS_MAX)
      rpc.ask('pass_signals', { signals: signals.slice(from, from + SIGNALS_MAX) }, { within: WITHIN }).catch(onError)
  }

  rpc.serve('pass_signals', async ({ signals }) => {
    for (const one of signals) hear(one)
    return {}
  })
  return (signal) => {
    waiting.push(signal)
    if (waiting.length === 1) after(TOGETHER, pass)
  }
}
