/** Calls `fn` evenly, `rate` times a second for `ms` milliseconds, with the number of the call from 0. */
export function pace(rate: number, ms: number, fn: (turn: number) => void): Promise<void> {
  const started = performance.now()
  let turn = 0
  return new Promise((resolve, reject) => {
    const step = () => {
      try {
        const past = performance.now() - started
        for (const due = (Math.min(past, ms) * rate) / 1000; turn < due;) fn(turn++)
        if (past >= ms) resolve()
        else setTimeout(step, 1)
      } catch (error) {
        reject(error)
      }
    }
    step()
  })
}
