import { RoundRobin } from '../round-robin.ts'
import { realClock } from '../clock.ts'

/** Time for jobs in one turn of the event loop (ms). */
const BUDGET = 1

export interface LoopTurns {
  /**
   * Runs `job` now, or in a later turn of the event loop when this turn's budget is used. Keys then take turns, and the
   * jobs of one key keep their order. `charge` (ms) is the cost of the job beyond its own time.
   */
  take(key: string, job: () => void, charge?: number): void
}

/**
 * Keeps turns of the event loop short, however much arrives at once. A message needs several turns between its socket
 * and its acknowledgement, and would wait in each of them for all other arrivals. While there is little to do no job
 * waits. The cost of jobs is measured by the machine's clock, even if the server's clock is injected.
 */
export function makeLoopTurns(budget = BUDGET): LoopTurns {
  const waiting = new RoundRobin<string, () => void>()
  let spent = 0
  let isArmed = false

  function run(job: () => void, charge: number): void {
    const from = realClock.steady()
    try {
      job()
    } finally {
      spent += realClock.steady() - from + charge
    }
  }

  function arm(): void {
    if (isArmed) return
    isArmed = true
    setImmediate(() => {
      isArmed = false
      spent = 0
      if (!waiting.isEmpty) arm()
      while (!waiting.isEmpty && spent < budget) waiting.next()?.()
    })
  }

  return {
    take(key, job, charge = 0) {
      arm()
      if (waiting.isEmpty && spent < budget) run(job, charge)
      else waiting.add(key, () => run(job, charge)) // guard T46
    },
  }
}
