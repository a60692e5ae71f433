import { RoundRobin } from '../round-robin.ts'
import { realClock } from '../clock.ts'

/** Work in one turn of the event loop, in all (ms). */
const BUDGET = 1

export interface LoopTurns {
  /**
   * Runs `job` now, or in a later turn of the event loop when this one has had its share of work. Keys take turns then,
   * and the jobs of one key keep their order. `charge` (ms) is what the job causes beside its own time.
   */
  take(key: string, job: () => void, charge?: number): void
}

/**
 * Keeps a turn of the event loop short, however much arrives at once. A message needs several turns between its socket
 * and its acknowledgement, and in each of them would wait for everything else that arrived. While there is little to do
 * no job waits.
 * What the jobs cost is measured by the machine's clock, whatever clock the desk has.
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
