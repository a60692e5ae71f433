import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extent, isFull, seedOfRun, tell } from '../../../../tools/extent.ts'
import { shortLease } from '../checker/edits.ts'
import { startTrial, type Outcome } from '../checker/run.ts'
import { testKinds } from '../db.ts'

const KILLS = extent(8, 100)
/** A few kills are not worth waiting for the leases of those that died. */
const LEASES = isFull ? [] : shortLease

for (const kind of testKinds())
  test(`R1 R11 kill -9 at random moments under load loses no message and duplicates none, ${kind}`, async () => {
    const seed = seedOfRun()
    const trial = await startTrial({ kind, seed, edits: LEASES })
    try {
      await trial.opens()
      await trial.loads()
      await trial.kills(KILLS)
      const outcome = await trial.judged()
      tell({ what: `R1 R11 kills under load, ${kind}`, count: KILLS, violations: outcome.violations.length })
      process.stdout.write(`${kind}: ${KILLS} kills, ${figuresOf(outcome)} (SEED=${seed})\n`)
      assert.deepEqual(outcome.violations, [], `SEED=${seed}`)
      assert.ok(outcome.acknowledged > KILLS)
    } finally {
      await trial.close()
    }
  })

function figuresOf({ acknowledged, unknown, answers, failed, repeated, violations }: Outcome): string {
  return `${acknowledged} acknowledged, ${unknown} in doubt, ${answers} answers of which ${failed} failed, ${repeated} repeats at the integrator, ${violations.length} violations`
}
