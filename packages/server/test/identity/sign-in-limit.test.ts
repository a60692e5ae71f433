import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { makeSignInLimit } from '../../src/identity/sign-in-limit.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock, type HandClock } from '../clock.ts'
import { openTestDb, testKinds, type TestDb } from '../db.ts'

const ADDRESS = '192.0.2.1'
const ANN = '1-1'
const RATE = 0.055

/** Resolves when each attempt is over or waits for the clock: the database has answered all of them. */
async function areDecided(clock: HandClock, attempts: readonly Promise<unknown>[]): Promise<void> {
  let over = 0
  const count = () => void over++
  for (const attempt of attempts) attempt.then(count, count)
  await soon(() => over + clock.timers() >= attempts.length, 20_000)
}

/** Resolves with the wait of an attempt (ms), moving the clock meanwhile; or with the code of the refusal. */
async function timeOf(clock: HandClock, attempt: Promise<unknown>): Promise<number | string> {
  const began = clock.now()
  let result: number | string | undefined
  attempt.then(
    () => (result = clock.now() - began),
    (error: { code?: string }) => (result = error.code ?? 'fault'),
  )
  await areDecided(clock, [attempt])
  while (result === undefined) await clock.move(50)
  return result
}

for (const kind of testKinds())
  suite(`attempts to give a password, ${kind}`, () => {
    let database: TestDb
    before(async () => {
      database = await openTestDb(kind)
    })
    after(() => database.close())
    beforeEach(() => database.db.administer((client) => client.query('delete from sign_in_try')))
    const limitOf = (clock: HandClock, rate = RATE) =>
      makeSignInLimit({ db: database.db, clock, of: 'sign-in', rate: () => rate })

    test('T27 50 attempts from one address in 15 minutes pass, 200 from its network, and others are not affected', async () => {
      const limit = limitOf(handClock())
      for (let i = 0; i < 50; i++) await limit.begin().fromAddress(ADDRESS)
      await assert.rejects(limit.begin().fromAddress(ADDRESS), {
        code: 'rate_limited',
        retryAfter: Math.ceil(1 / RATE),
      })
      await assert.rejects(limit.begin().fromAddress(`::ffff:${ADDRESS}`), { code: 'rate_limited' })
      for (let i = 0; i < 150; i++) await limit.begin().fromAddress(`192.0.2.${2 + (i % 10)}`)
      await assert.rejects(limit.begin().fromAddress('192.0.2.200'), { code: 'rate_limited' })
      await limit.begin().fromAddress('192.0.3.200')
      for (let i = 0; i < 50; i++) await limit.begin().fromAddress(`2001:db8:1:2::${i.toString(16)}`)
      await assert.rejects(limit.begin().fromAddress('2001:db8:1:2:ffff::1'), { code: 'rate_limited' })
      await limit.begin().fromAddress('2001:db8:1:3::1')
    })

    test('T27 the 11th attempt from one address for one agent is refused, and one from another address is not', async () => {
      const clock = handClock()
      const limit = limitOf(clock)
      for (let i = 0; i < 10; i++) await limit.begin().atAgent({ address: ADDRESS, who: ANN })
      await assert.rejects(limit.begin().atAgent({ address: ADDRESS, who: ANN }), {
        code: 'rate_limited',
        retryAfter: Math.ceil(5 / RATE),
      })
      await limit.begin().atAgent({ address: ADDRESS, who: '1-2' })
      assert.equal(await timeOf(clock, limit.begin().atAgent({ address: '203.0.113.9', who: ANN })), 250)
    })

    test('T27 attempts for one agent from many addresses are slowed more and more, to one in 3 seconds, and never locked', async () => {
      const clock = handClock()
      const limit = limitOf(clock)
      const waits = []
      for (let i = 0; i < 100; i++)
        waits.push(await timeOf(clock, limit.begin().atAgent({ address: `10.${i}.0.1`, who: ANN })))
      assert.deepEqual(waits.slice(0, 10), Array.from({ length: 10 }).fill(0))
      assert.deepEqual([waits[10], waits[99]], [250, 3000])
      assert.deepEqual(
        waits,
        waits.toSorted((a, b) => Number(a) - Number(b)),
      )

      // At the same time: one waits, all others are refused and may repeat, and none counts for its address.
      const flood = Array.from({ length: 50 }, (_, i) => limit.begin().atAgent({ address: `10.9.${i}.1`, who: ANN }))
      const settled = Promise.allSettled(flood)
      await areDecided(clock, flood)
      await clock.move(4000)
      const passed = (await settled).filter(({ status }) => status === 'fulfilled')
      assert.equal(passed.length, 1)
      for (let i = 0; i < 9; i++)
        assert.equal(await timeOf(clock, limit.begin().atAgent({ address: '10.9.7.1', who: ANN })), 3000)

      // Other agents do not wait, nor does the agent from a device that is known.
      assert.equal(await timeOf(clock, limit.begin().atAgent({ address: ADDRESS, who: '1-2' })), 0)
      assert.equal(await timeOf(clock, limit.begin().atAgent({ address: ADDRESS, who: ANN, device: 'd' })), 0)
      // An hour later no attempt is delayed.
      await clock.move(3_600_000)
      assert.equal(await timeOf(clock, limit.begin().atAgent({ address: ADDRESS, who: ANN })), 0)
    })

    test('T27 concurrent attempts are all counted', async () => {
      const clock = handClock()
      const limit = limitOf(clock)
      const attempts = Array.from({ length: 100 }, (_, i) =>
        limit.begin().atAgent({ address: `10.${i}.0.1`, who: ANN }),
      )
      const all = Promise.allSettled(attempts)
      await areDecided(clock, attempts)
      await clock.move(5000)
      const passed = (await all).filter(({ status }) => status === 'fulfilled')
      // Ten at once, then five 250 ms apart and four 500 ms apart, within the three and a half seconds that one waits.
      assert.equal(passed.length, 19)
    })

    test('T27 a known device has 10 attempts of its own', async () => {
      const limit = limitOf(handClock())
      for (let i = 0; i < 10; i++) await limit.begin().atAgent({ address: `10.0.${i}.1`, who: ANN, device: 'd' })
      await assert.rejects(limit.begin().atAgent({ address: ADDRESS, who: ANN, device: 'd' }), { code: 'rate_limited' })
      await limit.begin().atAgent({ address: ADDRESS, who: ANN, device: 'e' })
    })

    test('T27 a successful attempt does not count', async () => {
      const limit = limitOf(handClock())
      for (let i = 0; i < 100; i++) {
        const attempt = limit.begin()
        await attempt.fromAddress(ADDRESS)
        await attempt.atAgent({ address: ADDRESS, who: ANN })
        await attempt.giveBack()
      }
      for (let i = 0; i < 10; i++) await limit.begin().atAgent({ address: ADDRESS, who: ANN })
      await assert.rejects(limit.begin().atAgent({ address: ADDRESS, who: ANN }), { code: 'rate_limited' })
    })

    test('A34 0 switches the limits of attempts off', async () => {
      const limit = limitOf(handClock(), 0)
      for (let i = 0; i < 300; i++) {
        await limit.begin().fromAddress(ADDRESS)
        await limit.begin().atAgent({ address: ADDRESS, who: ANN })
      }
    })

    test('T27 the limits hold over several processes, and an attempt for another purpose does not count', async () => {
      const clock = handClock()
      const limits = [limitOf(clock), limitOf(clock), limitOf(clock)]
      const begin = (i: number) => (limits[i % limits.length] ?? limitOf(clock)).begin()
      for (let i = 0; i < 50; i++) await begin(i).fromAddress(ADDRESS)
      for (let i = 0; i < 3; i++) await assert.rejects(begin(i).fromAddress(ADDRESS), { code: 'rate_limited' })
      for (let i = 0; i < 10; i++) await begin(i).atAgent({ address: '203.0.113.9', who: ANN })
      await assert.rejects(begin(1).atAgent({ address: '203.0.113.9', who: ANN }), { code: 'rate_limited' })
      // The attempts that wait keep their distance over all processes.
      const began = clock.now()
      const attempts = [0, 1, 2].map((i) => begin(i).atAgent({ address: `198.51.100.${i}`, who: ANN }))
      const waits = attempts.map((attempt) => attempt.then(() => clock.now() - began))
      await areDecided(clock, attempts)
      await clock.move(1000)
      assert.deepEqual(
        (await Promise.all(waits)).toSorted((a, b) => a - b),
        [250, 500, 750],
      )
      await makeSignInLimit({ db: database.db, clock, of: 'reset', rate: () => RATE })
        .begin()
        .fromAddress(ADDRESS)
    })

    test('T26 the database holds no address and no name of those who tried', async () => {
      const limit = limitOf(handClock())
      await limit.begin().fromAddress(ADDRESS)
      await limit.begin().atAgent({ address: ADDRESS, who: 'ann@example.test', device: 'device-of-ann' })
      const rows = await database.db.administer(
        async (client) => (await client.query('select * from sign_in_try')).rows,
      )
      assert.equal(rows.length, 3)
      assert.doesNotMatch(JSON.stringify(rows), /ann|192|device/)
    })
  })
