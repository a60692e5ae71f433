import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extent, isFull, paceOfRun, seedOfRun, tell } from '../../../../tools/extent.ts'
import { withoutNats } from '../nats.ts'
import { runModel, type Found, type ModelOptions } from './routing-model/run.ts'

/**
 * Visitors write again when their chat was closed: how long agents hold chats sets how many come in a second. In full so many come
 * that the machine is half busy; at its limit each part of it waits, and the times of the router tell nothing. `PACE=1.5` is for a
 * machine that is slower by half.
 */
const HOLDS = isFull ? ([3700, 8100] as const) : ([100, 2000] as const)
const TIMES: ModelOptions['times'] = {
  holds: [Math.round(HOLDS[0] * paceOfRun()), Math.round(HOLDS[1] * paceOfRun())],
  ...{ stays: [20_000, 180_000], isAway: [500, 15_000] },
}
/** How long a visitor may wait while an agent is free (ms): a second, on a machine that does nothing else. */
const WITHIN = isFull ? 1000 : 5000
const skip = await withoutNats()

function say(what: string, seed: number, found: Found): void {
  const { chats, taken, seconds, turns, decisions, late, kills, violations } = found
  tell({ what, count: chats, violations })
  process.stdout.write(
    `${chats} chats in ${seconds.toFixed(0)} s, ${kills} kills, ${turns} turns, ${decisions} decisions, ${taken} taken by hand, ${late} waited long, ${violations} violations (SEED=${seed})\n`,
  )
}

test(
  'S5 two processes route the chats of 200 agents who come, leave, freeze and are killed as a separate checker expects',
  { skip },
  async (t) => {
    const seed = seedOfRun()
    // Eight runs are a million: `npm run proof -- routing-model --add`.
    const arrivals = extent(600, 125_000)
    const found = await runModel(t, { seed, arrivals, times: TIMES, within: WITHIN })
    say('S5 chats routed to 200 agents who come, leave, freeze and are killed, two processes', seed, found)
    assert.deepEqual(found.wrong, [], `SEED=${seed}`)
    assert.ok(found.chats >= arrivals, `${found.chats} chats`)
  },
)

test(
  'S5 when a process is killed the other one routes within five seconds, and never above a capacity',
  { skip },
  async (t) => {
    const seed = seedOfRun()
    const arrivals = extent(1200, 12_500)
    // Five seconds until the other process has the lease, and then as without a kill. A process that starts takes much of a
    // machine on which other tests run.
    const within = 5000 + (isFull ? WITHIN : 4 * WITHIN)
    const found = await runModel(t, { seed, arrivals, times: TIMES, within, killEvery: 8000 })
    say('S5 chats routed by two processes that are killed in turn', seed, found)
    assert.deepEqual(found.wrong, [], `SEED=${seed}`)
    assert.ok(found.kills > 0)
  },
)
