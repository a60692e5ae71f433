import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../../../../tools/extent.ts'
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
    repeats('M9 rate limiter', 300, 10_000),
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

test('A34 what one process lets pass is told to the others, which together let pass little more than the limit', () => {
  const clock = setClock()
  const limiters = Array.from({ length: 3 }, () => makeLimiter({ clock, name: 'sender', rate: 10, burst: 60 }))
  const tell = () => {
    for (const one of limiters)
      for (const [key, tokens] of one.spent(1 / 12))
        for (const other of limiters) if (other !== one) other.charge(key, tokens)
  }
  tell()
  let passed = 0
  const SECONDS = 60
  for (let at = 0; at < SECONDS * 1000; at += 250) {
    for (const one of limiters) for (let i = 0; i < 40; i++) if (one.take('a').ok) passed++
    tell()
    clock.at += 250
  }
  // In the first quarter of a second each gives out what its own burst allows; they make up for it afterwards.
  assert.ok(passed <= 60 + 10 * SECONDS + 60, String(passed))
  assert.ok(passed >= 10 * SECONDS, String(passed))
})

test('A34 a key that is used little is not told of, nor one whose bucket is full again, nor any without other processes', () => {
  const clock = setClock()
  const limiter = makeLimiter({ clock, name: 'sender', rate: 1, burst: 10 })
  for (let i = 0; i < 10; i++) limiter.take('before')
  assert.deepEqual(limiter.spent(0.25), [])
  for (let i = 0; i < 2; i++) limiter.take('little')
  for (let i = 0; i < 3; i++) limiter.take('much')
  assert.deepEqual(limiter.spent(0.25), [['much', 3]])
  assert.deepEqual(limiter.spent(0.25), [])
  limiter.take('little')
  assert.deepEqual(limiter.spent(0.25), [['little', 3]], 'what was not told yet is told with it')
  for (let i = 0; i < 2; i++) limiter.take('again')
  clock.at += 60_000
  limiter.take('again')
  assert.deepEqual(limiter.spent(0.25), [], 'the bucket has regained what was taken before')
  assert.deepEqual(limiter.spent(undefined), [])
  for (let i = 0; i < 10; i++) limiter.take('alone')
  assert.deepEqual(limiter.spent(undefined), [])
})

test('A34 a bucket owes at most as much as it holds, and the headers show no negative number', () => {
  const clock = setClock()
  const limiter = makeLimiter({ clock, name: 'sender', rate: 1, burst: 10 })
  limiter.charge('a', 1000)
  const refused = limiter.take('a')
  assert.deepEqual([refused.ok, refused.retryAfterSeconds], [false, 11])
  assert.equal(refused.headers()['RateLimit-Remaining'], '0')
  clock.at += 11_000
  assert.ok(limiter.take('a').ok)
})
