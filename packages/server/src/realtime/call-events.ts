import type { PageSignal } from '@deskbell/protocol/bus/page-signal'
import type { Clock } from '../platform/clock.ts'
import { sortedJson } from '../platform/sorted-json.ts'
import type { Bus } from './bus/bus.ts'
import { HeardTwice } from './heard-twice.ts'
import type { Losses } from './losses.ts'
import { makeSignalRelay } from './signal-relay.ts'
import type { Rpc } from './rpc/rpc.ts'

/** A call of this visitor is new or has changed. */
export interface ChangedCall {
  readonly account: number
  readonly call: number
  readonly channel: number
  /** The visitor's number. */
  readonly visitor: number
}

interface Listener {
  /** `isOwn`: this process has changed it. */
  readonly onChanged?: (call: ChangedCall & { readonly isOwn: boolean }) => void
  readonly onSignal?: (signal: PageSignal) => void
}

/** What happens to calls, at whatever process. Subscribers read the call from the database. */
export interface CallEvents {
  /** Called after the commit. */
  changed(call: ChangedCall): void
  /** Another process has changed it, which the bus may not have told. */
  changedElsewhere(call: ChangedCall): void
  /** Passes a signal on. It may be lost. */
  signal(signal: PageSignal): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void
}

export interface CallEventsOptions {
  readonly bus: Bus
  readonly rpc: Pick<Rpc, 'serve' | 'ask'>
  readonly losses: Pick<Losses, 'isWhole'>
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Signals go over the bus; while it may lose some, they go through the database as well. */
export function makeCallEvents({ bus, rpc, losses, clock, onError }: CallEventsOptions): CallEvents {
  const listeners = new Set<Listener>()
  const hear = (signal: PageSignal) => tell(({ onSignal }) => onSignal?.(signal))
  const twice = new HeardTwice<'bus' | 'database'>(clock)
  const relay = makeSignalRelay({
    ...{ rpc, onError },
    after: clock.after,
    hear(signal) {
      if (!twice.is(nameOf(signal), { over: 'database', other: 'bus' })) hear(signal)
    },
  })
  function tell(each: (listener: Listener) => void): void {
    for (const listener of listeners)
      try {
        each(listener)
      } catch (error) {
        onError(error)
      }
  }
  bus.subscribe((message) => {
    if (message.type === 'call') tell(({ onChanged }) => onChanged?.({ ...message, isOwn: false }))
    if (message.type === 'call_signal' && !twice.is(nameOf(message), { over: 'bus', other: 'database' })) hear(message)
  })
  return {
    changed(call) {
      tell(({ onChanged }) => onChanged?.({ ...call, isOwn: true }))
      bus.publish({ type: 'call', ...call })
    },
    changedElsewhere: (call) => tell(({ onChanged }) => onChanged?.({ ...call, isOwn: false })),
    signal(signal) {
      hear(signal)
      bus.publish({ type: 'call_signal', ...signal })
      if (!losses.isWhole()) relay(signal)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const nameOf = ({ account, call, from, to, signal }: PageSignal): string =>
  sortedJson({ account, call, from, to, signal })
