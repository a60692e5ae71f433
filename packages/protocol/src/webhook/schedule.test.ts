import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextWait, parseRetryAfter, RETRY_AFTER_MAX, WEBHOOK_ATTEMPTS, WEBHOOK_WAITS } from './schedule.ts'

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000]
const LAST_CHANCE = 1 - Number.EPSILON / 2

test('C19 thirteen attempts in about 76 hours, each after the wait of the table', () => {
  const waits: (number | undefined)[] = []
  for (let attempts = 0; attempts <= WEBHOOK_ATTEMPTS; attempts++) waits.push(nextWait({ attempts, chance: 0.5 }))
  const hours = [1, 2, 4, 8, 12, 24, 24].map((hour) => hour * HOUR)
  const first = [0, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE]
  assert.deepEqual(waits, [...first, ...hours, undefined])
  assert.equal(WEBHOOK_ATTEMPTS, 13)
  assert.equal(Math.round(WEBHOOK_WAITS.reduce((sum: number, wait) => sum + wait, 0) / HOUR), 76)
})

test('C19 jitter changes a wait by at most a fifth', () => {
  for (const [attempts, wait] of WEBHOOK_WAITS.entries()) {
    assert.equal(nextWait({ attempts, chance: 0 }), wait * 0.8)
    assert.equal(nextWait({ attempts, chance: LAST_CHANCE }), wait * 1.2)
    for (const chance of [0.1, 0.25, 0.75, 0.9]) {
      const moved = nextWait({ attempts, chance })!
      assert.ok(Number.isInteger(moved) && Math.abs(moved - wait) <= wait * 0.2)
      assert.equal(moved < wait, wait > 0 && chance < 0.5)
    }
  }
})

test('C19 a receiver that asks for a longer wait gets it, up to a day; a shorter one is ignored', () => {
  const ask = (attempts: number, retryAfter: number) => nextWait({ attempts, chance: 0.5, retryAfter })
  assert.equal(ask(1, 60 * SECOND), 60 * SECOND)
  assert.equal(ask(1, 4 * SECOND), 5 * SECOND)
  assert.equal(ask(7, 1), 2 * HOUR)
  assert.equal(ask(1, DAY), DAY)
  assert.equal(ask(1, DAY + 1), DAY)
  assert.equal(ask(1, Infinity), DAY)
  assert.equal(nextWait({ attempts: 12, chance: LAST_CHANCE, retryAfter: DAY }), DAY * 1.2)
  assert.equal(ask(13, DAY), undefined, 'the last was the last')
})

test('C19 Retry-After is seconds or a date of HTTP, and any other value is ignored', () => {
  const now = Date.UTC(2026, 10, 22, 8, 0, 0)
  const rows: [header: string | undefined, wait: number | undefined][] = [
    ['0', 0],
    ['1', SECOND],
    [' 120 ', 120 * SECOND],
    ['86400', DAY],
    ['86401', DAY],
    ['9'.repeat(400), DAY],
    ['Sun, 22 Nov 2026 08:00:30 GMT', 30 * SECOND],
    ['Sunday, 22-Nov-26 08:00:30 GMT', 30 * SECOND],
    ['Sun Nov 22 08:00:30 2026', 30 * SECOND],
    ['Sun, 22 Nov 2026 07:59:59 GMT', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['Mon, 23 Nov 2026 08:00:00 GMT', DAY],
    ['Mon, 23 Nov 2026 08:00:01 GMT', DAY],
    ['Sun, 22 Nov 9999 08:00:30 GMT', DAY],
    [undefined, undefined],
    ['', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['soon', undefined],
    ['120, 60', undefined],
    ['2026-11-22T08:00:30Z', undefined],
    ['Sun, 99 Nov 2026 08:00:30 GMT', undefined],
    ['Sun, 22 Nov 2026 08:00:30 GMT'.padEnd(5000, ' x'), undefined],
  ]
  for (const [header, wait] of rows) assert.equal(parseRetryAfter(header, now), wait, header)
  assert.equal(RETRY_AFTER_MAX, DAY)
})
