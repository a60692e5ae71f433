import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extent, seedOfRun, tell } from '../../../../tools/extent.ts'
import { startTrial } from '../checker/run.ts'

const CUTS = extent(5, 30)

const losing = new URL('./losing.ts', import.meta.url)

test('R3 power cuts at random moments under load lose no acknowledged message', async () => {
  const seed = seedOfRun()
  const trial = await startTrial({ kind: 'embedded', seed, imports: [losing] })
  try {
    await trial.opens()
    await trial.loads()
    await trial.kills(CUTS)
    const { violations, acknowledged } = await trial.judged()
    tell({ what: 'R3 power cuts under load', count: CUTS, violations: violations.length })
    process.stdout.write(
      `${CUTS} power cuts, ${acknowledged} acknowledged, ${violations.length} violations (SEED=${seed})\n`,
    )
    assert.deepEqual(violations, [], `SEED=${seed}`)
    assert.ok(acknowledged > CUTS)
  } finally {
    await trial.close()
  }
})

test('R3 the same disk loses acknowledged messages of a database that does not sync', async () => {
  const trial = await startTrial({
    kind: 'embedded',
    seed: seedOfRun(),
    imports: [losing],
    edits: [
      // fsync is off, and the self-check at start, which would find that out, is skipped.
      { file: 'db/engine.ts', find: "wal_sync_method: 'fsync'", put: "fsync: 'off'" },
      { file: 'db/worker.ts', find: 'await checkFsync(engine)', put: '' },
    ],
  })
  try {
    await trial.opens()
    await trial.loads()
    // The database may not even open again.
    const survived = await trial.kills(2).then(
      () => true,
      () => false,
    )
    if (!survived) return
    const { violations } = await trial.judged(1000)
    assert.notDeepEqual(violations, [])
  } finally {
    await trial.close()
  }
})
