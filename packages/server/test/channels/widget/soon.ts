import { setTimeout as pause } from 'node:timers/promises'

/** Polls until the condition holds; rejects after the given time (ms). Between two polls the machine is free for what is waited for. */
export async function soon(holds: () => boolean | Promise<boolean>, within = 10_000): Promise<void> {
  const late = AbortSignal.timeout(within)
  while (!(await holds())) {
    if (late.aborted) throw new Error('what was waited for did not come')
    await pause(3)
  }
}
