import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideStep, SEEN_WITHIN, type Person, type Sent, type Situation } from './decide.ts'
import { DEFAULTS } from './settings.ts'

const NOW = 1_000_000
const ANN = 1
const BOB = 2

const person = (agent: number, more: Partial<Person> = {}): Person => ({
  agent,
  email: `${agent}@shop.test`,
  first: true,
  connected: false,
  settings: DEFAULTS,
  quiet: false,
  quietEnds: () => null,
  push: [],
  ...more,
})
const decide = (persons: Person[], more: Partial<Situation> = {}) =>
  decideStep({ now: NOW, createdAt: NOW - SEEN_WITHIN, persons, sent: [], mail: true, ...more })
const mailed = (agent: number, failed = false): Sent => ({ agent, means: 'mail', device: null, failed })
const mailTo = (agent: number) => ({ agent, means: 'mail', device: null })

test('N3 each agent whom it concerns is alerted on one device, then on the next one, then the others are, then by mail', () => {
  const persons = [person(ANN, { connected: true, push: [7] }), person(BOB, { first: false, push: [9] })]
  const sent: Sent[] = []
  const went: (readonly unknown[])[] = []
  for (let now = NOW; ; now += SEEN_WITHIN) {
    const step = decide(persons, { now, sent })
    went.push(step.targets.map(({ agent, means, device }) => `${agent} ${means} ${device ?? ''}`.trim()))
    sent.push(...step.targets.map((target) => ({ ...target, failed: false })))
    if (step.nextAt === null) break
    assert.equal(step.nextAt, now + SEEN_WITHIN)
  }
  assert.deepEqual(went, [['1 open'], ['1 push 7'], ['2 push 9'], ['1 mail']])
})

test('N3 a mail is not sent before an agent had time to answer', () => {
  const step = decide([person(ANN)], { createdAt: NOW - 1000 })
  assert.deepEqual(step, { targets: [], nextAt: NOW - 1000 + SEEN_WITHIN, outcome: null })
})

test('N3 when the mails to those whom it concerns failed, the others are mailed; when one arrived, it has ended', () => {
  const persons = [person(ANN), person(BOB, { first: false })]
  const further = decide(persons, { sent: [mailed(ANN, true)] })
  assert.deepEqual(further, { targets: [mailTo(BOB)], nextAt: null, outcome: 'mailed' })
  assert.deepEqual(decide(persons, { sent: [mailed(ANN)] }), { targets: [], nextAt: null, outcome: 'mailed' })
  const all = decide(persons, { sent: [mailed(ANN, true), mailed(BOB, true)] })
  assert.deepEqual(all, { targets: [], nextAt: null, outcome: 'exhausted' })
})

test('N4 an alert of which only agents in quiet hours are left waits until those of one end', () => {
  const quiet = (agent: number, ends: number | null, more: Partial<Person> = {}) =>
    person(agent, { quiet: true, quietEnds: () => ends, ...more })
  const waits = decide([quiet(ANN, NOW + 9000), quiet(BOB, NOW + 5000, { first: false })])
  assert.deepEqual(waits, { targets: [], nextAt: NOW + 5000, outcome: 'quiet' })
  const never = { ...DEFAULTS, sound: false, badge: false, browser: false, push: false, mail: false }
  const rows: [Person[], Partial<Situation>][] = [
    [[quiet(ANN, null)], {}],
    [[quiet(ANN, NOW + 9000, { settings: never })], {}],
    [[quiet(ANN, NOW + 9000, { settings: { ...never, mail: true } })], { mail: false }],
  ]
  for (const [persons, more] of rows) assert.equal(decide(persons, more).outcome, 'exhausted')
  // An agent who is awake is mailed first.
  assert.equal(decide([quiet(ANN, NOW + 9000), person(BOB)]).outcome, 'mailed')
})
