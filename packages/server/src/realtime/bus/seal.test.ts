import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { test } from 'node:test'
import { handClock } from '../../../test/clock.ts'
import { makeSeal } from './seal.ts'

const MINUTE = 60_000
const clock = handClock()
let serial = 0
/** Without the name of the sender. */
const told = (opened: ReturnType<ReturnType<typeof makeSeal>['open']>) =>
  'why' in opened ? opened : { text: opened.text, skips: opened.skips }
const one = (options: { key?: number; installation?: string; clock?: { now(): number } } = {}) =>
  makeSeal({
    key: createSecretKey(Buffer.alloc(32, options.key ?? 1)),
    installation: options.installation ?? 'ours',
    name: Buffer.alloc(16, ++serial),
    clock: options.clock ?? clock,
  })

test('T51 a process opens what another one of the same installation sealed, and the sealed bytes do not show the text', () => {
  const [here, there] = [one(), one()]
  const sealed = here.seal('what a visitor is typing')
  assert.ok(!sealed.includes('visitor'))
  assert.deepEqual(told(there.open(sealed)), { text: 'what a visitor is typing', skips: false })
})

test('T51 a message of another installation, of another key, or with one bit changed is dropped', () => {
  const there = one()
  assert.deepEqual(there.open(one({ installation: 'theirs' }).seal('{}')), { why: 'unverified' })
  assert.deepEqual(there.open(one({ key: 2 }).seal('{}')), { why: 'unverified' })
  const sealed = one().seal('{"type":"presence","account":1,"agent":1}')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    assert.deepEqual(there.open(changed), { why: 'unverified' }, `byte ${at}`)
  }
  for (const length of [0, 1, 22, 23, 39])
    assert.deepEqual(there.open(sealed.subarray(0, length)), { why: 'unverified' })
  assert.deepEqual(told(there.open(sealed)), { text: '{"type":"presence","account":1,"agent":1}', skips: false })
})

test('T51 a message is accepted once, and messages may arrive in any order', () => {
  const [here, there] = [one(), one()]
  const sealed = Array.from({ length: 3000 }, (_, i) => here.seal(String(i)))
  assert.deepEqual(told(there.open(sealed[2]!)), { text: '2', skips: true })
  assert.deepEqual(told(there.open(sealed[0]!)), { text: '0', skips: false })
  assert.deepEqual(there.open(sealed[0]!), { why: 'replayed' })
  for (const [i, message] of sealed.entries())
    if (i > 2) assert.deepEqual(told(there.open(message)), { text: String(i), skips: false })
  for (const message of sealed) if (message !== sealed[1]) assert.deepEqual(there.open(message), { why: 'replayed' })
  assert.deepEqual(there.open(sealed[1]!), { why: 'replayed' }, 'too far behind')
})

test('T51 a process drops an old message of a sender that it does not know', async () => {
  const time = handClock()
  const here = one({ clock: time })
  const [early, late] = [here.seal('early'), here.seal('late')]
  await time.jump(9 * MINUTE)
  assert.deepEqual(told(one({ clock: time }).open(early)), { text: 'early', skips: false })
  await time.jump(2 * MINUTE)
  const there = one({ clock: time })
  assert.deepEqual(there.open(late), { why: 'old' })
  // Processes accept each other's messages when their clocks differ by a few minutes.
  const ahead = one({ clock: { now: () => time.now() + 5 * MINUTE } })
  assert.deepEqual(told(there.open(ahead.seal('ahead'))), { text: 'ahead', skips: false })
})
