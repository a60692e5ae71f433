import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedOfRun } from '../checker/random.ts'
import { startTrial, type Outcome } from '../checker/run.ts'
import { testKinds } from '../db.ts'

const KILLS = Number(process.env['KILLS'] ?? 50)

for (const kind of testKinds())
  test(`R1 R11 kill -9 at random moments under load loses no message and duplicates none, ${kind}`, async () => {
    const seed = seedOfRun()
    const trial = await startTrial({ kind, seed })
    try {
      await trial.opens()
      await trial.loads()
      await trial.kills(KILLS)
      const outcome = await trial.judged()
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
