import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sample } from './felt.ts'
import { figuresOf, pausesOf, type Outcome } from './outcome.ts'

/** A message each 20 ms for seven seconds, each with 6 ms; those sent in a pause wait for its end. */
const samplesWith = (pauses: readonly { at: number; ms: number }[]): Sample[] =>
  Array.from({ length: 350 }, (_, i) => {
    const at = i * 20
    const pause = pauses.find((one) => at >= one.at && at < one.at + one.ms)
    return { kind: 'socket', at, acked: pause ? pause.at + pause.ms - at + 6 : 6 }
  })

test('one pause is left out of the times and told; a second one, or a long one, is not left out', () => {
  const { acked, pause } = figuresOf(samplesWith([{ at: 1000, ms: 160 }]))
  assert.deepEqual([acked.p99, pause], [6, 166])
  assert.ok(figuresOf(samplesWith([1000, 4000].map((at) => ({ at, ms: 160 })))).acked.p99 > 50)
  assert.ok(figuresOf(samplesWith([{ at: 1000, ms: 1500 }])).acked.p99 > 500)
})

test('attacks may have as many pauses as their longer time makes likely, and no more', () => {
  const outcomes = (attacked: number, calm: number) =>
    Array.from({ length: 238 }, (_, i) => {
      const times: Pick<Outcome, 'pause' | 'calmPause'> = { pause: i < attacked ? 90 : 6, calmPause: i < calm ? 90 : 6 }
      return times as Outcome
    })
  const usual = pausesOf(outcomes(105, 60), 7 / 4)
  assert.ok(usual.attacked <= usual.most, `${usual.attacked} of ${usual.most}`)
  const many = pausesOf(outcomes(60, 10), 7 / 4)
  assert.ok(many.attacked > many.most, `${many.attacked} of ${many.most}`)
})
