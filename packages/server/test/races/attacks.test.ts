import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { toTable, type Outcome } from '../attacks/outcome.ts'
import { BOUNDS, Proof } from '../attacks/proof.ts'
import { shortRounds } from '../attacks/rounds.ts'

/** It reads /proc, and needs the many addresses that loopback has on Linux. */
const skip = process.platform !== 'linux'
/** How long others are watched between attacks (ms). Their times are shown and not judged here. */
const CALM = 2000

// One row each and on both stores: `node packages/server/test/attacks/run.ts full`.
suite('one address and one secret, with all that a machine gives', { skip }, () => {
  const outcomes: Outcome[] = []
  let proof: Proof | undefined
  before(async () => void (proof = await Proof.start('embedded', CALM)))
  after(async () => {
    await proof?.close()
    process.stdout.write(`${toTable(outcomes)}\n`)
  })

  for (const round of shortRounds())
    test(round.title, async () => {
      proof ??= await Proof.start('embedded', CALM)
      const outcome = await proof.round(round)
      outcomes.push(outcome)
      if (!proof.lives || outcome.rest > BOUNDS.rest) {
        // The next one begins with a desk that is well.
        await proof.close()
        proof = undefined
      }
      // Times depend on what else the machine does: run.ts judges them, and the table shows them here.
      assert.deepEqual(outcome.isOfTime ? [] : outcome.broken, [])
    })
})
