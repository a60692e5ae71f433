import type { Clock } from '../platform/clock.ts'
import type { Bus } from './bus/bus.ts'
import type { Processes } from './processes/processes.ts'

/** How often each process says that it lives, so that a lost message is noticed although none follows it (ms). */
const BEAT_EVERY = 1000
/** A process that was not heard of for so long may have announced what did not come (ms). */
const SILENT_AFTER = 3500
/** Losses are told at most once in this time (ms): while many messages are lost, what follows from one takes its time. */
const TELL_EVERY = 500

/** What this process may have missed of what others announced over the bus. */
export interface Losses {
  /**
   * Returns a function that tells whether something may have been missed since it was called last. The first time it has, and it
   * always has while a living process is not heard: then the database is polled.
   */
  watch(): () => boolean
  /** Whether every living process is heard. */
  isWhole(): boolean
  /** The same of the messages of accounts that are joined: all of them, or those of some accounts. */
  watchAccounts(): () => 'all' | ReadonlySet<number>
  /** Calls fn soon after a loss was noticed. Returns the function that ends the subscription. */
  onLoss(fn: () => void): () => void
  close(): void
}

export interface LossesOptions {
  readonly bus: Bus
  readonly clock: Clock
  readonly processes: Pick<Processes, 'id' | 'living' | 'isCurrent' | 'onChange'>
}

/**
 * Every living process sends a beat each second, and the bus counts the messages of each sender. While all beats come and no count
 * has a gap, this process has heard everything, and need not look for it in the database.
 */
export function makeLosses({ bus, clock, processes }: LossesOptions): Losses {
  const heardAt = new Map<string, number>()
  const listeners = new Set<() => void>()
  let lost = 1
  const accountWatchers = new Set<Set<number>>()
  let cancelTelling: (() => void) | undefined
  let cancelBeat = () => {}

  function lose(account?: number): void {
    if (account === undefined) lost++
    else for (const accounts of accountWatchers) accounts.add(account)
    cancelTelling ??= clock.after(TELL_EVERY, () => {
      cancelTelling = undefined
      for (const fn of listeners) fn()
    })
  }

  const isHeard = (id: string) => id === processes.id || clock.now() - (heardAt.get(id) ?? -Infinity) < SILENT_AFTER
  const isWhole = () => processes.isCurrent() && processes.living().every(isHeard)

  function beat(): void {
    bus.publish({ type: 'beat', process: processes.id })
    cancelBeat = clock.after(BEAT_EVERY, beat)
  }

  const ends = [
    bus.onGap(lose),
    bus.subscribe((message) => {
      if (message.type === 'beat') heardAt.set(message.process, clock.now())
    }),
    // One that died may not have announced its last commits; one that is new may have announced some before it was heard.
    processes.onChange(() => {
      for (const id of heardAt.keys()) if (!processes.living().includes(id)) heardAt.delete(id)
      lose()
    }),
  ]
  function watch(): () => boolean {
    let seen = 0
    return () => {
      const missed = seen !== lost || !isWhole()
      seen = lost
      return missed
    }
  }
  beat()
  return {
    watch,
    isWhole,
    watchAccounts() {
      const mayHaveMissed = watch()
      const missed = new Set<number>()
      accountWatchers.add(missed)
      return () => {
        const accounts = new Set(missed)
        missed.clear()
        return mayHaveMissed() ? 'all' : accounts
      }
    },
    onLoss(fn) {
      listeners.add(fn)
      return () => void listeners.delete(fn)
    },
    close() {
      cancelBeat()
      cancelTelling?.()
      for (const end of ends) end()
      listeners.clear()
    },
  }
}
