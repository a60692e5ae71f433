import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { extent, seedOfRun, tell } from '../../../../tools/extent.ts'
import { startBalancer } from '../checker/balancer.ts'
import { openEarlierVersion } from '../checker/earlier-version.ts'
import { startTrial } from '../checker/run.ts'
import { PROGRAM, type ServerProcess } from '../checker/server-process.ts'
import { soon } from '../channels/widget/soon.ts'
import { makePlace, testKinds, type DbKind, type Place } from '../db.ts'
import { findNats } from '../nats.ts'

const WITHIN = 60_000

/** A database as the earlier version makes it. */
async function emptyPlace(kind: DbKind): Promise<Place> {
  const place = await makePlace(kind)
  const client = new pg.Client(place.databaseUrl)
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await client.end()
  return place
}

const earlier = testKinds().includes('server') ? openEarlierVersion() : undefined
const skip = earlier === undefined && 'the history of the repository is not here'

for (const kind of testKinds().filter((one) => one === 'server'))
  test(
    'R31 three processes of the released version are replaced by this one under load: nothing is lost, doubled or refused',
    { skip },
    async (t) => {
      assert.ok(earlier)
      t.after(() => earlier.remove())
      const seed = seedOfRun()
      const nats = await findNats()
      for (let round = 0; round < extent(1, 10); round++) {
        const balancer = await startBalancer()
        const place = await emptyPlace(kind)
        const trial = await startTrial({
          ...{ kind, seed: seed + round, balancer, place, env: nats === undefined ? {} : { NATS_URL: nats } },
        })
        t.after(async () => {
          await trial.close()
          await balancer.close()
          await place.drop()
        })
        trial.server.program = earlier.program
        await trial.opens()
        const { program } = earlier
        const processes: ServerProcess[] = [
          trial.server,
          await trial.joins({ program }),
          await trial.joins({ program }),
        ]
        await trial.loads()
        await trial.acknowledges(50)
        for (const process of processes) {
          const before = balancer.passed.get(process.port) ?? 0
          process.signal('SIGTERM')
          assert.equal(await process.ended(), 0, process.lines.slice(-5).join('\n'))
          process.program = PROGRAM
          process.launch()
          // It takes its part before the next one goes.
          await soon(() => (balancer.passed.get(process.port) ?? 0) > before + 20, WITHIN)
          await trial.acknowledges(50)
        }
        const outcome = await trial.judged()
        tell({
          what: `R31 processes of ${earlier.version} replaced by this version under load`,
          count: processes.length,
          violations: outcome.violations.length + balancer.errors.length,
        })
        assert.deepEqual(outcome.violations, [], `SEED=${seed + round}`)
        assert.deepEqual(balancer.errors, [])
        assert.ok(outcome.acknowledged > 100)
        // What it would remove is no longer as it expects.
        const last = processes.at(-1) ?? assert.fail()
        last.signal('SIGTERM')
        await last.ended()
        last.program = program
        last.launch()
        assert.equal(await last.ended(), 1)
        assert.match(last.lines.join('\n'), /Start a version that knows migration 62 or a newer one/)
      }
    },
  )
