import type { CallParty } from '@deskbell/protocol/bus/messages'
import type { CallSignal } from '@deskbell/protocol/agent/call'
import type { Bus } from './bus/bus.ts'

/** A call of this visitor is new or has changed. */
export interface ChangedCall {
  readonly account: number
  readonly call: number
  readonly channel: number
  /** The visitor's number. */
  readonly visitor: number
}

/** What a page of a call tells another one. */
export interface PageSignal {
  readonly account: number
  readonly call: number
  readonly from: CallParty
  readonly to: CallParty
  readonly signal: CallSignal
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
  /** Passes a signal on. It may be lost. */
  signal(signal: PageSignal): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void
}

export function makeCallEvents(bus: Bus, onError: (error: unknown) => void): CallEvents {
  const listeners = new Set<Listener>()
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
    if (message.type === 'call_signal') tell(({ onSignal }) => onSignal?.(message))
  })
  return {
    changed(call) {
      tell(({ onChanged }) => onChanged?.({ ...call, isOwn: true }))
      bus.publish({ type: 'call', ...call })
    },
    signal(signal) {
      tell(({ onSignal }) => onSignal?.(signal))
      bus.publish({ type: 'call_signal', ...signal })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
