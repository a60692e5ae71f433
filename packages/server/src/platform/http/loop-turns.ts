import { RoundRobin } from '../round-robin.ts'
import { realClock } from '../clock.ts'

/** Total work in one turn of the event loop (ms). */
const BUDGET = 1

export interface LoopTurns {
  /**
   * Runs `job` now, or in a later turn of the event loop when this one has used its budget. Keys then take turns, and the
   * jobs of one key keep their order. `charge`: work that the job causes besides its own time (ms). Returns whether it ran
   * now.
   */
  run(key: string, job: () => void, charge?: number): boolean
}

/**
 * Keeps turns of the event loop short when much arrives at once. A message needs several turns between its socket and
 * its acknowledgement, and in each would wait for all other work of that turn. With little work, no job waits.
 * The cost of jobs is measured with the machine's clock, not the injected one.
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
    run(key, job, charge = 0) {
      arm()
      const runs = waiting.isEmpty && spent < budget
      if (runs) run(job, charge)
      else waiting.add(key, () => run(job, charge)) // guard T46
      return runs
    },
  }
}
