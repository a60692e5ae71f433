import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OVERFLOW_GRACE } from './overflow.ts'
import { EVERYBODY, type OverflowTarget, type RoutingPolicy } from './policy.ts'
import { replay, type Past, type PastChat, type Presence, type ReplayPolicies } from './replay.ts'

const MINUTE = 60_000
const END = 1000 * MINUTE
const [SALES, SUPPORT] = [
  { id: 7, name: 'Sales' },
  { id: 8, name: 'Support' },
]
/** Agent 1 is in Sales, agent 2 in Support. A place of `policies` and `pools` is that of a team. */
const policyTo = (to?: OverflowTarget, after = 5 * MINUTE): RoutingPolicy => ({
  ...{ ...EVERYBODY, distribution: 'least-busy' },
  ...(to && { overflow: { after, to } }),
})
const chat = (id: number, at: number, lasted = MINUTE, more: Partial<PastChat> = {}): PastChat => ({
  ...{ id, kind: 'widget', at, lasted, priority: 0, policy: 0, pool: 0, team: SALES, channel: 1 },
  ...more,
})
const day = (agent: number, from = 0, to = END): Presence => ({ agent, from, to })
const run = (past: Omit<Past, 'to'>, sales: RoutingPolicy, support = policyTo(), more: Partial<ReplayPolicies> = {}) =>
  replay(
    { ...past, to: END },
    {
      policies: [sales, support],
      pools: [[1], [2]],
      capacityOf: () => ({ total: 1, kinds: {} }),
      inTeam: (_, team) => ({
        policy: team - SALES.id,
        pool: team - SALES.id,
        team: team === SALES.id ? SALES : SUPPORT,
      }),
      ...more,
    },
  )
const NONE = { department: 0, bot: 0, form: 0 }
const toSupport = { department: SUPPORT.id }
const toSales = { department: SALES.id }

test('S9 a chat that waits too long is given to an agent of another team, by the policy of that team', () => {
  const past = { chats: [chat(1, 0, 60 * MINUTE), chat(2, MINUTE), chat(3, 2 * MINUTE)], presence: [day(1), day(2)] }
  const { waits, agents, overflowed, missed } = run(past, policyTo(toSupport))
  // The third one is the other agent's as soon as the second one is over.
  assert.deepEqual(waits, [0, 5 * MINUTE, 5 * MINUTE])
  assert.deepEqual([agents.get(1)?.chats, agents.get(2)?.chats, missed], [1, 2, 0])
  assert.deepEqual(overflowed, { ...NONE, department: 2 })
  const stays = run(past, policyTo())
  assert.deepEqual(stays.waits, [0, 59 * MINUTE, 59 * MINUTE])
  assert.deepEqual(stays.overflowed, NONE)
})

test('S9 a chat for which no agent is there goes on at once, or when they have been gone for the grace', () => {
  const presence = [day(1, 0, 10 * MINUTE), day(1, 10 * MINUTE + OVERFLOW_GRACE - 1, 20 * MINUTE), day(2)]
  const busy = chat(1, 0, 30 * MINUTE)
  const { waits, overflowed } = run(
    { chats: [busy, chat(2, 19 * MINUTE), chat(3, 40 * MINUTE)], presence },
    policyTo(toSupport, 500 * MINUTE),
  )
  // The agent reconnects once in time; when they go, the waiting chat goes on after the grace, and the later one at once.
  assert.deepEqual(waits, [0, MINUTE + OVERFLOW_GRACE, 0])
  assert.deepEqual(overflowed, { ...NONE, department: 2 })
  const reconnects = run({ chats: [busy, chat(2, 9 * MINUTE)], presence }, policyTo(toSupport, 500 * MINUTE))
  assert.deepEqual(reconnects.waits, [0, 11 * MINUTE + OVERFLOW_GRACE])
})

test('S9 agents outside their hours are not there, and none is for a team outside its hours', () => {
  const looks = Array.from({ length: 40 }, (_, i) => i * 15 * MINUTE)
  const past = { chats: [chat(1, 31 * MINUTE), chat(2, 100 * MINUTE)], presence: [day(1), day(2)], looks }
  const off = run(past, policyTo(toSupport, 500 * MINUTE), policyTo(), {
    isOnDuty: (agent, now) => agent !== 1 || now < 30 * MINUTE,
  })
  assert.deepEqual([off.waits, off.agents.get(2)?.chats], [[0, 0], 2])
  const closed = run(past, policyTo(toSupport, 500 * MINUTE), policyTo(), {
    closedTeams: (now) => (now >= 90 * MINUTE ? [SALES.id] : []),
  })
  assert.deepEqual([closed.waits, closed.agents.get(1)?.chats, closed.agents.get(2)?.chats], [[0, 0], 1, 1])
  // Its hours end while the chat waits: the agent's have ended at the look.
  const ends = run(
    { ...past, chats: [chat(1, 0, 60 * MINUTE), chat(2, MINUTE)] },
    policyTo(toSupport, 500 * MINUTE),
    policyTo(),
    {
      isOnDuty: (agent, now) => agent !== 1 || now < 30 * MINUTE,
    },
  )
  assert.deepEqual(ends.waits, [0, 29 * MINUTE + OVERFLOW_GRACE])
})

test('S9 a chat that goes to the bot or the form leaves the queue and is neither answered nor missed', () => {
  const can = { bot: true, form: true } as const
  const chats = [chat(1, 0, 60 * MINUTE), chat(2, MINUTE, MINUTE, { ...can, missedAt: 90 * MINUTE }), chat(3, MINUTE)]
  for (const to of ['bot', 'form'] as const) {
    const { waits, missed, overflowed } = run({ chats, presence: [day(1)] }, policyTo(to))
    // The channel of the third one has neither.
    assert.deepEqual(waits, [0, 59 * MINUTE])
    assert.deepEqual([missed, overflowed], [0, { ...NONE, [to]: 1 }])
  }
  const stays = run({ chats, presence: [day(1)] }, policyTo())
  assert.deepEqual([stays.waits.length, stays.missed], [3, 0])
  // The visitor left before the time was over.
  const early = chats.map((one) => (one.id === 2 ? { ...one, missedAt: 2 * MINUTE } : one))
  const { missed, overflowed } = run({ chats: early, presence: [day(1)] }, policyTo('form'))
  assert.deepEqual([missed, overflowed], [1, NONE])
})

test('S9 a chat comes to no team where it was, and is missed where it waits', () => {
  const past = { chats: [chat(1, 0, MINUTE, { missedAt: 100 * MINUTE })], presence: [] }
  const circle = run(past, policyTo(toSupport), policyTo(toSales))
  assert.deepEqual([circle.missed, circle.overflowed], [1, { ...NONE, department: 1 }])
  // From team to team, and then to the form: it counts as both.
  const chain = run({ ...past, chats: [{ ...past.chats[0]!, form: true }] }, policyTo(toSupport), policyTo('form'))
  assert.deepEqual([chain.missed, chain.overflowed], [0, { department: 1, bot: 0, form: 1 }])
  // It has the whole time of the other team's policy.
  const late = run({ ...past, presence: [day(2, 60 * MINUTE)] }, policyTo(toSupport), policyTo('form', 200 * MINUTE))
  assert.deepEqual(late.waits, [60 * MINUTE])
})

test('S9 a team that was removed gets no chats, and nothing overflows after the end of the replay', () => {
  const past = { chats: [chat(1, 0), chat(2, END - MINUTE)], presence: [day(2)] }
  const removed = run(past, policyTo(toSupport), policyTo(), { inTeam: () => undefined })
  assert.deepEqual([removed.missed, removed.overflowed], [2, NONE])
  const full = { chats: [chat(1, END - MINUTE, 60 * MINUTE), chat(2, END - MINUTE)], presence: [day(1), day(2)] }
  const { missed, overflowed } = run(full, policyTo(toSupport))
  assert.deepEqual([missed, overflowed], [1, NONE])
})

test('S9 the same past gives the same result, and each wait ends once', () => {
  let seed = 20261127
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
  const can = () => ({ ...(random(2) > 0 && { bot: true as const }), ...(random(2) > 0 && { form: true as const }) })
  for (let round = 0; round < 30; round++) {
    const chats = Array.from({ length: 200 }, (_, id) => {
      const [at, place] = [random(900) * MINUTE, random(2)]
      return chat(id + 1, at, random(60) * MINUTE, {
        ...{ policy: place, pool: place, team: place === 0 ? SALES : SUPPORT },
        ...can(),
        ...(random(3) === 0 && { missedAt: at + random(90) * MINUTE }),
      })
    })
    const presence = Array.from({ length: 12 }, () => {
      const from = random(900) * MINUTE
      return day(1 + random(2), from, from + random(200) * MINUTE)
    })
    const targets = [undefined, toSupport, toSales, 'bot', 'form'] as const
    const policies = [0, 1].map(() => policyTo(targets[random(5)], random(60) * MINUTE))
    const go = () => run({ chats, presence }, policies[0]!, policies[1])
    const found = go()
    assert.deepEqual(found, go())
    const { waits, missed, overflowed } = found
    assert.equal(waits.length + missed + overflowed.bot + overflowed.form, chats.length, `round ${round}`)
    assert.ok(overflowed.department <= chats.length)
  }
})
