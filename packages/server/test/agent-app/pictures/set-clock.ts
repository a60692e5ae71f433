import { realClock, type MachineClock } from '../../../src/platform/clock.ts'

const DAY = 24 * 60 * 60_000
/** A Tuesday. */
const TUESDAY = Date.UTC(2026, 9, 13, 10, 42)

/** The moment that pictures show: the last Tuesday morning. A browser takes a cookie of last week, not of last year. */
export const MORNING = TUESDAY + Math.floor((realClock.now() - TUESDAY) / (7 * DAY)) * 7 * DAY

export interface SetClock extends MachineClock {
  /** Sets the time, which goes on from there. */
  set(at: number): void
}

/** A clock that a test sets. Timers take as long as they do on this machine. */
export function setClock(at: number): SetClock {
  let ahead = at - realClock.now()
  return {
    now: () => realClock.now() + ahead,
    steady: () => realClock.steady() + ahead,
    after: realClock.after,
    set(to) {
      ahead = to - realClock.now()
    },
  }
}
