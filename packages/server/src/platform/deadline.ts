import type { Clock } from './clock.ts'

interface Waiting {
  readonly since: number
  readonly giveUp: () => void
}

/**
 * Waits for work for at most `ms`, then rejects with the error of `late`. All waits are equally long, so one timer for
 * the oldest serves all: a timer per request would cost more than the wait is worth.
 */
export function makeDeadline(clock: Clock, ms: number, late: () => Error) {
  // In the order of arrival.
  const waiting = new Set<Waiting>()
  let armed = false

  function arm(): void {
    const [first] = waiting
    armed = first !== undefined
    if (first) clock.after(Math.max(0, first.since + ms - clock.now()), look)
  }

  function look(): void {
    const now = clock.now()
    for (const one of waiting) {
      if (now - one.since < ms) break
      waiting.delete(one)
      one.giveUp()
    }
    arm()
  }

  return <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const one = { since: clock.now(), giveUp: () => reject(late()) }
      waiting.add(one)
      if (!armed) arm()
      work.then(
        (result) => {
          waiting.delete(one)
          resolve(result)
        },
        (error: unknown) => {
          waiting.delete(one)
          reject(error)
        },
      )
    })
}
