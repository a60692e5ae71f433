import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handClock, machineIn, settle } from '../../test/clock.ts'
import { openTestDb, testKinds } from '../../test/db.ts'
import { realClock, type MachineClock } from '../platform/clock.ts'
import { openStoreClock, readTimeOf } from './store-clock.ts'

const quiet = { warn() {} }

/** The store has the correct time; a query takes `late` ms. */
async function startClock({ apart = 0, late = 0 } = {}) {
  const world = handClock()
  const machine = machineIn(world, apart)
  const of = { late, ahead: 0, away: false, warned: 0 }
  const opening = openStoreClock({
    machine,
    async readTime() {
      if (of.away) throw new Error('the store is away')
      const time = world.now() + of.ahead
      await new Promise<void>((resolve) => void world.after(of.late, resolve))
      return time
    },
    log: { warn: () => void of.warned++ },
  })
  await world.move(late)
  return { world, machine, of, clock: await opening }
}

for (const apart of [120_000, -120_000])
  test(`T53 a machine ${apart / 1000} s apart from the store shows the store’s time, also after its clock is set`, async () => {
    const { world, machine, of, clock } = await startClock({ apart })
    assert.equal(clock.now(), world.now())
    for (const step of [-60_000, 300_000]) {
      machine.set(step)
      assert.equal(clock.now(), world.now(), 'at once')
      await world.move(25_000)
      assert.equal(clock.now(), world.now(), 'later')
    }
    assert.equal(of.warned, 1, 'one warning for the operator')
    clock.close()
  })

test('T53 a slow answer of the store moves the clock as little as possible', async () => {
  const { world, of, clock } = await startClock()
  of.late = 4000
  await world.move(60_000)
  assert.equal(clock.now(), world.now())
  clock.close()
})

test('T53 the next answer corrects a slow first one', async () => {
  const { world, of, clock } = await startClock({ late: 4000 })
  assert.ok(Math.abs(clock.now() - world.now()) <= 2000)
  of.late = 0
  await world.move(10_000)
  assert.equal(clock.now(), world.now())
  clock.close()
})

test('T53 the clock follows a changed store clock within ten seconds, and small corrections never go back', async () => {
  const { world, of, clock } = await startClock()
  of.ahead = -60_000
  await world.move(10_000)
  assert.equal(clock.now(), world.now() - 60_000)
  of.ahead = -60_500
  const before = clock.now()
  await world.move(10_000)
  assert.ok(clock.now() >= before + 9500)
  let shown = clock.now()
  for (let i = 0; i < 30; i++) {
    await world.move(500)
    assert.ok(clock.now() >= shown)
    shown = clock.now()
  }
  clock.close()
})

test('T53 while the store is unreachable, the clock continues, and setting the machine’s clock has no effect', async () => {
  const { world, machine, of, clock } = await startClock()
  of.away = true
  await world.move(15_000)
  machine.set(300_000)
  await world.move(60_000)
  assert.equal(clock.now(), world.now())
  of.away = false
  of.ahead = 5000
  await world.move(10_000)
  assert.equal(clock.now(), world.now() + 5000)
  clock.close()
  await settle()
})

for (const kind of testKinds())
  for (const apart of kind === 'server' ? [120_000, -120_000] : [0])
    test(`T53 the time of the ${kind} store, read from a machine that is ${apart / 1000} s apart`, async () => {
      const place = await openTestDb(kind)
      try {
        const machine: MachineClock = { ...realClock, now: () => realClock.now() + apart }
        const clock = await openStoreClock({ machine, readTime: readTimeOf(place.db, machine), log: quiet })
        const before = realClock.now()
        const shown = clock.now()
        clock.close()
        // Both run on this machine; the query took a moment.
        assert.ok(Math.abs(shown - before) < 2000, `${shown - before} ms`)
        assert.ok(Number.isInteger(shown))
      } finally {
        await place.close()
      }
    })
