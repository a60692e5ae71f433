import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVERYBODY, type RoutingPolicy } from './policy.ts'
import { replay, replaying, type PastChat, type Presence } from './replay.ts'

const MINUTE = 60_000
const LEAST: RoutingPolicy = { ...EVERYBODY, distribution: 'least-busy' }
const chat = (id: number, at: number, lasted: number, more: Partial<PastChat> = {}): PastChat => ({
  ...{ id, kind: 'widget', at, lasted, priority: 0, policy: 0, pool: 0 },
  ...more,
})
const day = (agent: number, from = 0, to = 1000 * MINUTE): Presence => ({ agent, from, to })
const run = (chats: PastChat[], presence: Presence[], total = 1, policy = LEAST) =>
  replay({ chats, presence }, { policies: [policy], pools: [[1, 2]], capacityOf: () => ({ total, kinds: {} }) })

test('a chat waits until an agent is online and has room', () => {
  const chats = [chat(1, 0, 10 * MINUTE), chat(2, MINUTE, MINUTE), chat(3, 2 * MINUTE, MINUTE)]
  assert.deepEqual(run(chats, [day(1)]).waits, [0, 9 * MINUTE, 9 * MINUTE])
  assert.deepEqual(run(chats, [day(1)], 3).waits, [0, 0, 0])
  assert.deepEqual(run(chats, [day(1), day(2, 4 * MINUTE)]).waits, [0, 3 * MINUTE, 3 * MINUTE])
})

test('the load of each agent is counted, and chats that end without one are missed', () => {
  const chats = [
    chat(1, 0, 10 * MINUTE),
    chat(2, MINUTE, MINUTE, { missedAt: 3 * MINUTE }),
    chat(3, 5 * MINUTE, 2 * MINUTE),
  ]
  const { waits, missed, agents } = run(chats, [day(1), day(2, 4 * MINUTE, 6 * MINUTE)])
  assert.deepEqual([waits.length, missed], [2, 1])
  assert.deepEqual(
    [...agents],
    [
      [1, { chats: 1, busy: 10 * MINUTE }],
      [2, { chats: 1, busy: 2 * MINUTE }],
    ],
  )
  assert.equal(run(chats, []).missed, 3)
})

test('an agent who is online twice stays online until both have ended', () => {
  const presence = [day(1, 0, 5 * MINUTE), day(1, MINUTE, 9 * MINUTE)]
  assert.deepEqual(run([chat(1, 6 * MINUTE, MINUTE)], presence).waits, [0])
  assert.equal(run([chat(1, 9 * MINUTE, MINUTE)], presence).missed, 1)
})

test('the priority, the last agent and the pool count as in the router', () => {
  const chats = [chat(1, 0, 2 * MINUTE), chat(2, MINUTE, MINUTE), chat(3, MINUTE, MINUTE, { priority: 1 })]
  assert.deepEqual(run(chats, [day(1)]).waits, [0, MINUTE, 2 * MINUTE])
  const again = replay(
    { chats: [chat(1, 0, MINUTE, { last: 2 })], presence: [day(1), day(2)] },
    { policies: [{ ...LEAST, lastAgentFirst: true }], pools: [[1, 2]], capacityOf: () => ({ total: 1, kinds: {} }) },
  )
  assert.deepEqual([...again.agents.keys()], [2])
})

test('a chat that has waited as long as a rule says comes before those with a lower priority', () => {
  const chats = [
    chat(1, 0, 10 * MINUTE),
    chat(2, 1, MINUTE),
    chat(3, 2 * MINUTE, MINUTE, { priority: 1 }),
    chat(4, 9 * MINUTE, MINUTE, { priority: 2 }),
  ]
  const order = (waited?: { waited: number; priority: number }[]) =>
    replay(
      { chats, presence: [day(1)] },
      {
        policies: [LEAST],
        pools: [[1]],
        capacityOf: () => ({ total: 1, kinds: {} }),
        ...(waited && { waited }),
      },
    ).waits
  assert.deepEqual(order(), [0, MINUTE, 9 * MINUTE, 12 * MINUTE - 1])
  assert.deepEqual(order([{ waited: 5 * MINUTE, priority: 3 }]), [0, 10 * MINUTE - 1, 9 * MINUTE, 3 * MINUTE])
})

test('reports how many chats have begun to wait', () => {
  const chats = Array.from({ length: 1000 }, (_, id) => chat(id + 1, id, 1))
  const reports = [
    ...replaying(
      { chats, presence: [day(1)] },
      {
        policies: [LEAST],
        pools: [[1]],
        capacityOf: () => ({ total: 1, kinds: {} }),
      },
    ),
  ]
  assert.ok(reports.length >= 3)
  assert.deepEqual(
    reports,
    reports.toSorted((a, b) => a - b),
  )
})

test('agents outside their hours get nothing, chats of a team outside its hours wait, and both are looked at again', () => {
  const sales = { id: 7, name: 'Sales' }
  const rules = { policies: [LEAST], pools: [[1, 2]], capacityOf: () => ({ total: 9, kinds: {} }) }
  const past = {
    chats: [chat(1, 0, MINUTE), chat(2, 0, MINUTE, { team: sales })],
    presence: [day(1), day(2)],
    looks: [5 * MINUTE, 8 * MINUTE],
  }
  const { waits, agents } = replay(past, {
    ...rules,
    isOnDuty: (agent, now) => agent === 2 && now >= 5 * MINUTE,
    closedTeams: (now) => (now < 8 * MINUTE ? [sales.id] : []),
  })
  assert.deepEqual(waits, [5 * MINUTE, 8 * MINUTE])
  assert.deepEqual([...agents.keys()], [2])
})
