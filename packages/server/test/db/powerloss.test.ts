import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { openDb } from '../../src/db/open.ts'
import { statement } from '../../src/db/statement.ts'
import { handClock } from '../clock.ts'
import { makePlace, quietLog } from '../db.ts'
import { type PowerLoss, powerLossArgs } from '../powerloss.ts'
import { Writer } from './writing.ts'

const readKept = statement('powerloss_kept', 'select n from kept order by n')

/** Writes until a simulated power loss; returns the acknowledged writes and those that exist afterwards. */
async function cutPower(loss: PowerLoss, writes: number): Promise<{ acknowledged: number; kept: number[] }> {
  const { dataDir, drop } = await makePlace('embedded')
  try {
    let acknowledged = 0
    // Twice, so that the second run begins with the files of the first.
    for (let round = 0; round < 2; round++) {
      const writer = new Writer(dataDir, 'write', powerLossArgs({ ...loss, seed: loss.seed + round }))
      try {
        await writer.hear('ready')
        while (writer.said.length < writes) await once(writer.child, 'message')
      } finally {
        await writer.kill()
      }
      for (const { wrote } of writer.said) acknowledged = Math.max(acknowledged, wrote ?? 0)
    }
    const db = await openDb({ dataDir, clock: handClock(), log: quietLog, onFatal: assert.fail })
    const kept = (await db.query<{ n: number }>(readKept, [])).map((row) => row.n)
    await db.close()
    return { acknowledged, kept }
  } finally {
    await drop()
  }
}

for (const chance of [0, 0.3]) {
  const seed = Math.floor(Math.random() * 2 ** 31)
  test(`R3 a power loss loses no acknowledged write (chance ${chance}, seed ${seed})`, async () => {
    const { acknowledged, kept } = await cutPower({ chance, seed }, 60)
    assert.ok(acknowledged >= 100)
    assert.ok(kept.length >= acknowledged, `${kept.length} of ${acknowledged}`)
    assert.deepEqual(
      kept,
      Array.from({ length: kept.length }, (_, place) => place + 1),
    )
  })
}

test('R3 the model detects an fsync that does not reach the disk', async () => {
  const { acknowledged, kept } = await cutPower({ chance: 0, seed: 1, lies: true }, 60).catch((error: unknown) => {
    assert.match(String(error), /embedded database cannot|relation "kept" does not exist|the process ended/)
    return { acknowledged: 1, kept: [] }
  })
  assert.ok(kept.length < acknowledged)
})
