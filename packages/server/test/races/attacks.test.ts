import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { toTable, type Outcome } from '../attacks/outcome.ts'
import { BOUNDS, Proof } from '../attacks/proof.ts'
import { shortRounds } from '../attacks/rounds.ts'

/** The attacks read /proc and use the many loopback addresses of Linux. */
const skip = process.platform !== 'linux'
/** How long others are watched between attacks (ms). Their times are shown and not judged here. */
const CALM = 2000

// One row each and on both stores: `node packages/server/test/attacks/run.ts full`.
suite('attacks from one address with one secret', { skip }, () => {
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
        // The next attack begins with a healthy server.
        await proof.close()
        proof = undefined
      }
      // Times depend on the load of the machine: run.ts judges them, and here they are only printed.
      assert.deepEqual(outcome.isOfTime ? [] : outcome.broken, [])
    })
})
