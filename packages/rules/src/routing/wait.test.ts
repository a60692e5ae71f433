import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentsAt, expectedWait, paceOf, toWaitStep, type PastWait, type WaitStep } from './wait.ts'

const MINUTE = 60_000
/** A wait from one minute to another. */
const wait = (began: number, ended: number, agents = 1): PastWait => ({
  began: began * MINUTE,
  ended: ended * MINUTE,
  agents,
})
const minutes = (ms: number | undefined) => (ms === undefined ? undefined : Math.round((ms / MINUTE) * 100) / 100)

const PACES: readonly [string, readonly PastWait[], number | undefined][] = [
  ['nothing', [], undefined],
  ['too few', [wait(0, 2), wait(10, 12), wait(20, 22), wait(30, 32)], undefined],
  ['one after the other', [0, 10, 20, 30, 40].map((at) => wait(at, at + 2)), 2],
  ['the median is no mean', [wait(0, 1), wait(10, 11), wait(20, 23), wait(30, 33), wait(40, 240)], 3],
  ['two agents share the work', [0, 10, 20, 30, 40].map((at) => wait(at, at + 2, 2)), 4],
  ['five at once, one every three minutes', [1, 2, 3, 4, 5].map((i) => wait(i / 1000, 3 * i)), 3],
  ['an agent who has gone since counts as one', [0, 10, 20, 30, 40].map((at) => wait(at, at + 2, 0)), 2],
  [
    'only the newest fifty count',
    [...Array.from({ length: 50 }, (_, i) => wait(1000 + i * 10, 1001 + i * 10)), wait(0, 500), wait(1, 400)],
    1,
  ],
]
for (const [name, waits, pace] of PACES)
  test(`W25 the pace of a queue: ${name}`, () => {
    assert.equal(minutes(paceOf(waits)), pace)
    assert.equal(minutes(paceOf(waits.toReversed())), pace, 'in any order')
  })

test('W25 how many agents were online is known from those who are now and the changes since', () => {
  const change = (agent: number, at: number, online: boolean) => ({ agent, at, online })
  const changes = [change(1, 10, true), change(2, 20, true), change(1, 30, false), change(3, 40, true)]
  const found = agentsAt([45, 5, 10, 35, 25, 25], [2, 3], changes)
  assert.deepEqual(
    [5, 10, 25, 35, 45].map((at) => found.get(at)),
    [0, 1, 2, 1, 2],
  )
  assert.equal(agentsAt([1], [7, 8], []).get(1), 2, 'nothing changed')
  const working = agentsAt([5, 25], [2, 3], changes, (agent, at) => agent !== 1 || at < 20)
  assert.deepEqual([working.get(5), working.get(25)], [0, 1], 'the first agent does not work at 25')
})

const EXPECTED: readonly [
  pace: number | undefined,
  place: number,
  agents: number,
  stands: number,
  number | undefined,
][] = [
  [2, 1, 1, 0, 2],
  [2, 3, 1, 0, 6],
  [2, 3, 2, 0, 3],
  [2, 100, 1, 0, 200],
  [0, 5, 1, 0, 0],
  [undefined, 1, 1, 0, undefined],
  [2, 1, 0, 0, undefined],
  // The queue stands.
  [2, 1, 1, 8, 2],
  [2, 1, 1, 8.1, undefined],
  [2, 1, 2, 8, undefined],
  [0, 1, 1, 1, 0],
  [0, 1, 1, 1.1, undefined],
]
for (const [pace, place, agents, stands, expected] of EXPECTED)
  test(`W25 the wait at place ${place} with pace ${pace} and ${agents} agents, standing for ${stands}: ${expected}`, () => {
    const found = expectedWait({ pace: pace && pace * MINUTE, place, agents, stands: stands * MINUTE })
    assert.equal(minutes(found), expected)
  })

const STEPS: readonly [minutes: number, told: WaitStep | undefined, WaitStep][] = [
  [0, undefined, 1],
  [0.99, undefined, 1],
  [1, undefined, 2],
  [3.4, undefined, 2],
  [3.5, undefined, 5],
  [7.5, undefined, 10],
  [14, undefined, 15],
  [24, undefined, 20],
  [34.9, undefined, 30],
  [35, undefined, 60],
  [9000, undefined, 60],
  // What was told stays while the wait is near it.
  [1.2, 1, 1],
  [1.25, 1, 2],
  [0, 1, 1],
  [8, 5, 5],
  [9.4, 5, 10],
  [2.7, 5, 5],
  [2.6, 5, 2],
  [28, 60, 60],
  [26, 60, 30],
  [0.5, 30, 1],
]
for (const [expected, told, step] of STEPS)
  test(`W25 a wait of ${expected} minutes after ${told ?? 'nothing'} is told as ${step}`, () => {
    assert.equal(toWaitStep(expected * MINUTE, told), step)
  })

test('W25 a wait that varies by a tenth is told by one step', () => {
  for (let about = 0.5; about < 60; about *= 1.05) {
    let told: WaitStep | undefined
    const steps = new Set([1, 1.1, 0.9, 1.05, 0.95, 1].map((by) => (told = toWaitStep(about * by * MINUTE, told))))
    assert.equal(steps.size, 1, `${about}: ${[...steps].join()}`)
  }
})
