import { setImmediate as turn } from 'node:timers/promises'

/** Resolves when something holds that nobody tells of; rejects when it does not within so long (ms). */
export async function soon(holds: () => boolean | Promise<boolean>, within = 5000): Promise<void> {
  const late = AbortSignal.timeout(within)
  while (!(await holds())) {
    if (late.aborted) throw new Error('what was waited for did not come')
    await turn()
  }
}
