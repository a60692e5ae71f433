import { shortLease, type Edit } from './edits.ts'
import { sendAsAgent } from './writers.ts'
import { startTrial, type Outcome } from './run.ts'

/** How long another process takes at most to take a delivery over (ms): the lease, a sweep and an attempt. */
const TAKEN_OVER = 30_000
const TEXT = 'freeze over this'

/** Stops the whole process after the answer and before the write. */
const freezesBeforeFinish: Edit = {
  file: 'deliveries/worker.ts',
  find: 'onAttempt?.(delivery.kind, attempted.record)',
  put: `if (JSON.stringify(delivery.body).includes('${TEXT}')) process.kill(process.pid, 'SIGSTOP')
    onAttempt?.(delivery.kind, attempted.record)`,
}

export interface Thawed extends Outcome {
  /** Whether the frozen process noticed that it had lost the delivery. */
  noticed: boolean
  /** The delivery in the delivery log, before and after. */
  before: unknown
  after: unknown
}

/**
 * R19: a process freezes during a delivery, another process takes the delivery over and ends it; then the first process
 * continues. `where`: during the request, or between the answer and the write.
 */
export async function freezeOver(
  where: 'request' | 'finish',
  seed: number,
  broken: readonly Edit[] = [],
): Promise<Thawed> {
  const edits = [...shortLease, ...broken]
  const trial = await startTrial({ kind: 'server', seed, edits })
  try {
    await trial.opens()
    const chat = await trial.begin('cold', 'keyed')
    const frozen = await trial.joins({ edits: where === 'finish' ? [...edits, freezesBeforeFinish] : edits })
    const thaw = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    trial.integrator.holds(() => {
      asked.resolve()
      trial.integrator.holds(() => undefined)
      return where === 'request' ? thaw.promise : undefined
    })
    const sent = sendAsAgent({ ...trial.writers, server: frozen }, chat, 'cold', TEXT)
    await asked.promise
    if (where === 'request') {
      await sent
      frozen.signal('SIGSTOP')
    }
    const endings = () => trial.window.entries.get(chat)?.filter(({ type }) => type === 'message.delivered').length ?? 0
    if (!(await trial.window.until(() => endings() > 0, TAKEN_OVER)))
      throw new Error('no process took the delivery over')
    const before = await trial.deliveries()
    frozen.signal('SIGCONT')
    thaw.resolve()
    const noticed = await Promise.race([
      frozen.says(/another process has leased this delivery/).then(() => true),
      trial.window.until(() => endings() > 1, 15_000).then(() => false),
    ])
    await sent
    const after = await trial.deliveries()
    return { ...(await trial.judged()), noticed, before, after }
  } finally {
    await trial.close()
  }
}
