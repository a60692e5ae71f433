import type { MachineClock } from '../src/platform/clock.ts'

export interface HandClock extends MachineClock {
  /** Moves the clock by `ms`, fires the due timers in order, and lets I/O settle after each. */
  move(ms: number): Promise<void>
  /** Moves the clock by `ms` at once, as after a suspend: timers that came due meanwhile fire once, now. */
  jump(ms: number): Promise<void>
  /** Sets the machine's clock by `ms`. Timers and the steady reading are not affected. */
  set(ms: number): void
  /** The number of timers that have not fired yet. */
  timers(): number
}

/** Another machine, whose clock differs by a constant. */
export interface OtherMachine extends HandClock {
  /** Ends its process: its timers do not fire any more. */
  die(): void
}

/** Lets ready sockets, streams and promises run, without waiting in real time. */
export async function settle(rounds = 20): Promise<void> {
  for (let i = 0; i < rounds; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** A clock that stands still until the test moves it. */
export function handClock(start = 1_790_000_000_000): HandClock {
  let now = start
  let set = 0
  let serial = 0
  const due = new Map<number, { at: number; fn: () => void }>()
  const clock: HandClock = {
    now: () => now + set,
    steady: () => now,
    after(ms, fn) {
      const id = ++serial
      due.set(id, { at: now + Math.max(0, ms), fn })
      return () => void due.delete(id)
    },
    async move(ms) {
      const until = now + ms
      for (;;) {
        await settle()
        let next: [number, { at: number; fn: () => void }] | undefined
        for (const timer of due) if (timer[1].at <= until && (!next || timer[1].at < next[1].at)) next = timer
        if (!next) break
        due.delete(next[0])
        now = Math.max(now, next[1].at)
        next[1].fn()
      }
      now = until
      await settle()
    },
    async jump(ms) {
      now += ms
      await clock.move(0)
    },
    set(ms) {
      set += ms
    },
    timers: () => due.size,
  }
  return clock
}

/** The clock of a machine that is `apart` ms ahead of `world`, or behind it when negative. */
export function machineIn(world: HandClock, apart: number): OtherMachine {
  let set = apart
  let dead = false
  return {
    ...world,
    now: () => world.now() + set,
    // The steady reading of each machine begins at another value.
    steady: () => world.steady() - 1_000_000_000 - apart,
    after: (ms, fn) =>
      world.after(ms, () => {
        if (!dead) fn()
      }),
    set: (ms) => void (set += ms),
    die: () => void (dead = true),
  }
}
