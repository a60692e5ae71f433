import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSignInLimit } from '../../src/identity/sign-in-limit.ts'
import { handClock } from '../clock.ts'

const ADDRESS = '192.0.2.1'
const ANN = '1-1'
const RATE = 0.055

/** Resolves with the wait of an attempt (ms), moving the clock meanwhile; or with the code of the refusal. */
async function timeOf(clock: ReturnType<typeof handClock>, attempt: Promise<unknown>): Promise<number | string> {
  const began = clock.now()
  let result: number | string | undefined
  attempt.then(
    () => (result = clock.now() - began),
    (error: { code?: string }) => (result = error.code ?? 'fault'),
  )
  await clock.move(0)
  while (result === undefined) await clock.move(50)
  return result
}

test('T27 50 attempts from one address in 15 minutes pass, 200 from its network, and others are not affected', () => {
  const limit = makeSignInLimit(handClock(), () => RATE)
  for (let i = 0; i < 50; i++) limit.begin().fromAddress(ADDRESS)
  assert.throws(() => limit.begin().fromAddress(ADDRESS), { code: 'rate_limited', retryAfter: Math.ceil(1 / RATE) })
  assert.throws(() => limit.begin().fromAddress(`::ffff:${ADDRESS}`), { code: 'rate_limited' })
  for (let i = 0; i < 150; i++) limit.begin().fromAddress(`192.0.2.${2 + (i % 10)}`)
  assert.throws(() => limit.begin().fromAddress('192.0.2.200'), { code: 'rate_limited' })
  limit.begin().fromAddress('192.0.3.200')
  for (let i = 0; i < 50; i++) limit.begin().fromAddress(`2001:db8:1:2::${i.toString(16)}`)
  assert.throws(() => limit.begin().fromAddress('2001:db8:1:2:ffff::1'), { code: 'rate_limited' })
  limit.begin().fromAddress('2001:db8:1:3::1')
})

test('T27 the 11th attempt from one address for one agent is refused, and one from another address is not', async () => {
  const clock = handClock()
  const limit = makeSignInLimit(clock, () => RATE)
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
  const limit = makeSignInLimit(clock, () => RATE)
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
  const limit = makeSignInLimit(clock, () => RATE)
  const all = Promise.allSettled(
    Array.from({ length: 100 }, (_, i) => limit.begin().atAgent({ address: `10.${i}.0.1`, who: ANN })),
  )
  await clock.move(5000)
  const passed = (await all).filter(({ status }) => status === 'fulfilled')
  // Ten at once, then five 250 ms apart and four 500 ms apart, within the three and a half seconds that one waits.
  assert.equal(passed.length, 19)
})

test('T27 a known device has 10 attempts of its own', async () => {
  const limit = makeSignInLimit(handClock(), () => RATE)
  for (let i = 0; i < 10; i++) await limit.begin().atAgent({ address: `10.0.${i}.1`, who: ANN, device: 'd' })
  await assert.rejects(limit.begin().atAgent({ address: ADDRESS, who: ANN, device: 'd' }), { code: 'rate_limited' })
  await limit.begin().atAgent({ address: ADDRESS, who: ANN, device: 'e' })
})

test('T27 a successful attempt does not count', async () => {
  const limit = makeSignInLimit(handClock(), () => RATE)
  for (let i = 0; i < 100; i++) {
    const attempt = limit.begin()
    attempt.fromAddress(ADDRESS)
    await attempt.atAgent({ address: ADDRESS, who: ANN })
    attempt.giveBack()
  }
  for (let i = 0; i < 10; i++) await limit.begin().atAgent({ address: ADDRESS, who: ANN })
  await assert.rejects(limit.begin().atAgent({ address: ADDRESS, who: ANN }), { code: 'rate_limited' })
})

test('A34 0 switches the limits of attempts off', async () => {
  const limit = makeSignInLimit(handClock(), () => 0)
  for (let i = 0; i < 300; i++) {
    limit.begin().fromAddress(ADDRESS)
    await limit.begin().atAgent({ address: ADDRESS, who: ANN })
  }
})
