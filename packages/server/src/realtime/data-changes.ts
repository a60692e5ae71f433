import type { Clock } from '../platform/clock.ts'
import type { Bus } from './bus/bus.ts'

/** At most one message for the same data in this time (ms): an import changes contacts without end. */
const EVERY = 1000
/** More numbers than this are not named. */
const IDS_MAX = 100

/** Data of an account that screens show, and that no process keeps in memory. */
export interface DataChange {
  readonly account: number
  readonly what: 'contacts' | 'tasks' | 'views'
  /** The numbers of what has changed, of tasks those of their contacts; absent: any of it may have. */
  readonly ids?: readonly number[]
  /** Only this agent sees it. */
  readonly agent?: number
}

/** What the features tell the agents' sockets of all processes, so that open screens fetch the data anew. */
export interface DataChanges {
  /** Called after the commit. */
  changed(change: DataChange): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: (change: DataChange) => void): () => void
  close(): void
}

/** Changes of one kind are joined to one message a second. The first is told at once, and the last is never lost. */
export function makeDataChanges({ bus, clock }: { readonly bus: Bus; readonly clock: Clock }): DataChanges {
  const listeners = new Set<(change: DataChange) => void>()
  const recent = new Map<string, { waiting: DataChange | undefined; cancel: () => void }>()
  const unsubscribe = bus.subscribe((message) => {
    if (message.type === 'data') for (const listen of listeners) listen(message)
  })

  function tell(key: string, change: DataChange): void {
    for (const listen of listeners) listen(change)
    const { ids, ...rest } = change
    bus.publish({ type: 'data', ...rest, ...(ids && { ids: [...ids] }) })
    recent.set(key, { waiting: undefined, cancel: clock.after(EVERY, () => due(key)) })
  }

  function due(key: string): void {
    const waiting = recent.get(key)?.waiting
    recent.delete(key)
    if (waiting) tell(key, waiting)
  }

  return {
    changed(change) {
      const key = `${change.account} ${change.what} ${change.agent ?? ''}`
      const one = recent.get(key)
      if (one) one.waiting = one.waiting ? join(one.waiting, change) : change
      else tell(key, change)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      unsubscribe()
      for (const { cancel } of recent.values()) cancel()
      recent.clear()
    },
  }
}

function join({ ids: before, ...rest }: DataChange, { ids }: DataChange): DataChange {
  const both = before && ids && [...new Set([...before, ...ids])]
  return both && both.length <= IDS_MAX ? { ...rest, ids: both } : rest
}
