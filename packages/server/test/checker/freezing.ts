import { shortLease, type Edit } from './edits.ts'
import { sendAsAgent } from './writers.ts'
import { startTrial, type Outcome } from './run.ts'

/** The first of these kept in memory while another process took it over (ms): the lease, a look, an attempt. */
const TAKEN_OVER = 30_000
const TEXT = 'freeze over this'

/** Stops the whole process when the answer is there and nothing is written yet. */
const freezesBeforeFinish: Edit = {
  file: 'deliveries/worker.ts',
  find: 'onAttempt?.(delivery.kind, attempted.record)',
  put: `if (JSON.stringify(delivery.body).includes('${TEXT}')) process.kill(process.pid, 'SIGSTOP')
    onAttempt?.(delivery.kind, attempted.record)`,
}

export interface Thawed extends Outcome {
  /** Whether the process that had been frozen noticed that it had lost the delivery. */
  noticed: boolean
  /** The delivery as the log of deliveries shows it before and after. */
  before: unknown
  after: unknown
}

/**
 * R19: a process freezes with a delivery in its hands, another takes it over and brings it to an end; then the first
 * goes on. `where`: in the middle of the request, or with the answer in hand and not yet written.
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
    if (!(await trial.window.until(() => endings() > 0, TAKEN_OVER))) throw new Error('nobody took the delivery over')
    const before = await trial.deliveries()
    frozen.signal('SIGCONT')
    thaw.resolve()
    const noticed = await Promise.race([
      frozen.says(/another process has this delivery now/).then(() => true),
      trial.window.until(() => endings() > 1, 15_000).then(() => false),
    ])
    await sent
    const after = await trial.deliveries()
    return { ...(await trial.judged()), noticed, before, after }
  } finally {
    await trial.close()
  }
}
