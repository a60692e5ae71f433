import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { handClock } from '../../test/clock.ts'
import { makeLimiter } from './limiter.ts'
import type { Clock } from './clock.ts'

/** A clock that the test sets, without timers. */
function setClock(): Clock & { at: number } {
  const clock = { at: 1_790_000_000_000, now: () => clock.at, after: () => () => undefined }
  return clock
}

test('A34 the burst passes, the next request is refused until Retry-After; other keys are not affected', async () => {
  const clock = handClock()
  const limiter = makeLimiter({ clock, name: 'sender', rate: 10, burst: 50 })
  for (let i = 0; i < 50; i++) assert.ok(limiter.take('a').ok)
  const refused = limiter.take('a')
  assert.equal(refused.ok, false)
  assert.equal(refused.retryAfterSeconds, 1)
  assert.ok(limiter.take('b').ok)
  await clock.move(99)
  assert.equal(limiter.take('a').ok, false)
  await clock.move(1)
  assert.ok(limiter.take('a').ok)
  assert.equal(limiter.take('a').ok, false)
})

test('A34 a rate of 0 disables a limit', () => {
  const limiter = makeLimiter({ clock: setClock(), name: 'off', rate: 0, burst: 1 })
  for (let i = 0; i < 1000; i++) assert.ok(limiter.take('a').ok)
  assert.deepEqual(limiter.take('a').headers(), {})
  assert.equal(limiter.size, 0)
})

test('A34 the headers show the remaining quota, and its reset', () => {
  const clock = setClock()
  const limiter = makeLimiter({ clock, name: 'typing', rate: 0.33, burst: 2 })
  assert.deepEqual(limiter.take('a').headers(), {
    'RateLimit-Policy': '"typing";q=2;w=7',
    RateLimit: '"typing";r=1;t=4',
    'RateLimit-Limit': '2',
    'RateLimit-Remaining': '1',
    'RateLimit-Reset': '4',
  })
  limiter.take('a')
  assert.deepEqual(limiter.take('a').headers(), {
    'RateLimit-Policy': '"typing";q=2;w=7',
    RateLimit: '"typing";r=0;t=7',
    'RateLimit-Limit': '2',
    'RateLimit-Remaining': '0',
    'RateLimit-Reset': '7',
    'Retry-After': '4',
  })
})

// M9
test('A34 never more than rate x time + burst; headers equal the model; Retry-After is enough', () => {
  const step = fc.record({
    wait: fc.oneof(fc.nat(20), fc.nat(5000)),
    key: fc.constantFrom('a', 'b'),
    cost: fc.integer({ min: 1, max: 3 }),
  })
  const thousandths = fc.oneof(fc.constantFrom(330, 55, 10_000, 500_000), fc.integer({ min: 1, max: 1_000_000 }))
  fc.assert(
    fc.property(
      thousandths,
      fc.integer({ min: 3, max: 60 }),
      fc.array(step, { maxLength: 200 }),
      (perSecond, burst, steps) => {
        const clock = setClock()
        const start = clock.at
        const limiter = makeLimiter({ clock, name: 'm', rate: perSecond / 1000, burst })
        // The model, in millionths of a token: the tokens gained less the tokens used, at most `burst`.
        const model = new Map([
          ['a', BigInt(burst) * 1_000_000n],
          ['b', BigInt(burst) * 1_000_000n],
        ])
        const passed = new Map([
          ['a', 0],
          ['b', 0],
        ])
        for (const { wait, key, cost } of steps) {
          clock.at += wait
          for (const [k, level] of model) {
            const gained = level + BigInt(wait) * BigInt(perSecond)
            const full = BigInt(burst) * 1_000_000n
            model.set(k, gained < full ? gained : full)
          }
          const price = BigInt(cost) * 1_000_000n
          const level = model.get(key)!
          const taken = limiter.take(key, cost)
          assert.equal(taken.ok, level >= price)
          if (taken.ok) {
            model.set(key, level - price)
            passed.set(key, passed.get(key)! + cost)
          }
          assert.ok(passed.get(key)! * 1_000_000 <= (clock.at - start) * perSecond + burst * 1_000_000)
          const headers = taken.headers()
          assert.equal(headers['RateLimit-Remaining'], String(model.get(key)! / 1_000_000n))
          assert.equal('Retry-After' in headers, !taken.ok)
          if (taken.ok) {
            assert.equal(taken.retryAfterSeconds, 0)
            continue
          }
          assert.equal(headers['Retry-After'], String(taken.retryAfterSeconds))
          // Sufficient, and at most one second too long.
          const missing = price - level
          assert.ok(BigInt(taken.retryAfterSeconds) * 1000n * BigInt(perSecond) >= missing)
          assert.ok(BigInt(taken.retryAfterSeconds - 1) * 1000n * BigInt(perSecond) < missing)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('A34 memory is bounded: full buckets are dropped first, then the least recently used', () => {
  const clock = setClock()
  const limiter = makeLimiter({ clock, name: 'm', rate: 1, burst: 2, maxKeys: 80 })
  for (let i = 0; i < 40; i++) limiter.take(`old${i}`)
  clock.at += 1000
  for (let i = 0; i < 40; i++) while (limiter.take(`new${i}`).ok);
  limiter.take('one more')
  assert.equal(limiter.size, 41)
  for (let i = 0; i < 40; i++) assert.equal(limiter.take(`new${i}`).ok, false)
  // None is full now: the oldest must be dropped, the newest still limit.
  for (let i = 0; i < 40; i++) while (limiter.take(`newer${i}`).ok);
  assert.ok(limiter.size <= 80)
  assert.equal(limiter.take('newer39').ok, false)
  assert.ok(limiter.take('one more').ok)
  for (let i = 0; i < 10_000; i++) limiter.take(`flood${i}`)
  assert.ok(limiter.size <= 80)
})

test('A34 a clock that is set back changes no bucket', () => {
  const clock = setClock()
  const limiter = makeLimiter({ clock, name: 'm', rate: 1, burst: 1 })
  assert.ok(limiter.take('a').ok)
  clock.at -= 3_600_000
  assert.equal(limiter.take('a').retryAfterSeconds, 1)
  clock.at += 1000
  assert.ok(limiter.take('a').ok)
})
