import { setImmediate as turn } from 'node:timers/promises'

/** Polls until the condition holds; rejects after the given time (ms). */
export async function soon(holds: () => boolean | Promise<boolean>, within = 5000): Promise<void> {
  const late = AbortSignal.timeout(within)
  while (!(await holds())) {
    if (late.aborted) throw new Error('what was waited for did not come')
    await turn()
  }
}
