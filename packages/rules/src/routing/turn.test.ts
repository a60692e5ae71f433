import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVERYBODY, type RoutingPolicy } from './policy.ts'
import { decideTurn, inOrder, isTeamOpen, type Turn, type TurnAgent, type TurnChat } from './turn.ts'

const NOW = 1_000_000
const SALES = { id: 7, name: 'Sales' }
const agent = (id: number, load = 0, more: Partial<TurnAgent> & { total?: number } = {}): TurnAgent => ({
  id,
  capacity: { total: more.total ?? 4, kinds: {} },
  load: load > 0 ? { widget: load } : {},
  idleSince: NOW - 1000,
  ...more,
})
const chat = (id: number, more: Partial<TurnChat> = {}): TurnChat => ({
  id,
  kind: 'widget',
  waitingSince: NOW - 100,
  priority: 0,
  policy: 0,
  pool: 0,
  ...more,
})
const POLICY: RoutingPolicy = { ...EVERYBODY, distribution: 'least-busy' }
function decided(
  agents: TurnAgent[],
  chats: TurnChat[],
  policy: Partial<RoutingPolicy> = {},
  more: Partial<Turn> = {},
) {
  const pools = [agents.map(({ id }) => id)]
  return decideTurn({ now: NOW, policies: [{ ...POLICY, ...policy }], pools, agents, chats, ...more })
}
const pairs = (...given: Parameters<typeof decided>) => decided(...given).map(({ chat: id, to }) => [id, to])

test('the least busy agent gets the chat, by the share of their capacity', () => {
  assert.deepEqual(pairs([agent(1, 2), agent(2, 1), agent(3, 3)], [chat(10)]), [[10, 2]])
  // 3 of 8 is less than 2 of 4.
  assert.deepEqual(pairs([agent(1, 2), agent(2, 3, { total: 8 })], [chat(10)]), [[10, 2]])
})

test('of equally busy agents the one gets it who has got none for the longest time, then the one with the lower number', () => {
  assert.deepEqual(pairs([agent(1), agent(2, 0, { idleSince: NOW - 5000 }), agent(3)], [chat(10)]), [[10, 2]])
  assert.deepEqual(pairs([agent(3), agent(2)], [chat(10)]), [[10, 2]])
})

test('with round robin chats go in turn, whatever the agents have', () => {
  const agents = [
    agent(1, 3, { idleSince: NOW - 3 }),
    agent(2, 0, { idleSince: NOW - 2 }),
    agent(3, 1, { idleSince: NOW - 1 }),
  ]
  assert.deepEqual(pairs(agents, [chat(10), chat(11), chat(12), chat(13)], { distribution: 'round-robin' }), [
    [10, 1],
    [11, 2],
    [12, 3],
    [13, 2],
  ])
})

test('no agent gets more than their capacity, in sum and of a kind, and what is left waits', () => {
  assert.deepEqual(pairs([agent(1, 3), agent(2, 4)], [chat(10), chat(11)]), [[10, 1]])
  const few = agent(1, 0, { capacity: { total: 4, kinds: { telegram: 1 } } })
  const chats = [chat(10, { kind: 'telegram' }), chat(11, { kind: 'telegram' }), chat(12)]
  assert.deepEqual(pairs([few], chats), [
    [10, 1],
    [12, 1],
  ])
})

test('a chat with a higher priority comes first, then the one that waits longest, then the lower number', () => {
  const chats = [
    chat(13, { waitingSince: NOW - 900 }),
    chat(12, { priority: 1 }),
    chat(11),
    chat(10),
    chat(14, { priority: 1, waitingSince: NOW - 200 }),
  ]
  assert.deepEqual(
    inOrder(chats).map(({ id }) => id),
    [14, 12, 13, 10, 11],
  )
  assert.deepEqual(pairs([agent(1, 2)], chats), [
    [14, 1],
    [12, 1],
  ])
})

test('the agent of the last chat comes first when the policy says so and they have room', () => {
  const agents = [agent(1, 3), agent(2)]
  const found = decided(agents, [chat(10, { last: 1 })], { lastAgentFirst: true })
  assert.deepEqual([found[0]?.to, found[0]?.why.by], [1, 'last-agent'])
  assert.deepEqual(pairs(agents, [chat(10, { last: 1 })]), [[10, 2]])
  assert.deepEqual(pairs([agent(1, 4), agent(2)], [chat(10, { last: 1 })], { lastAgentFirst: true }), [[10, 2]])
})

test('an agent who declined is passed over until all were asked; then they are asked again', () => {
  const agents = [agent(1), agent(2, 1)]
  assert.deepEqual(pairs(agents, [chat(10, { passed: [1] })]), [[10, 2]])
  const again = decided(agents, [chat(10, { passed: [1, 2] })])
  assert.deepEqual([again[0]?.to, again[0]?.why.again], [1, true])
})

test('only the agents of the chat’s pool get it, and with the policy for everybody none does', () => {
  const turn = { pools: [[1, 2], [2]], policies: [POLICY, EVERYBODY] }
  const agents = [agent(1), agent(2)]
  assert.deepEqual(pairs(agents, [chat(10, { pool: 1, team: SALES })], {}, turn), [[10, 2]])
  assert.deepEqual(pairs(agents, [chat(10, { policy: 1 })], {}, turn), [])
  assert.deepEqual(pairs([], [chat(10)]), [])
})

test('S7 an agent outside their hours gets no chat, also not as the agent of the last one, and is not counted', () => {
  const away = agent(1, 0, { closed: true })
  const [one] = decided([away, agent(2, 3)], [chat(10, { last: 1 })], { lastAgentFirst: true })
  assert.deepEqual([one?.to, one?.why.by, one?.why.among], [2, 'least-busy', 1])
  assert.deepEqual(pairs([away], [chat(10)]), [])
  // Who is within their hours is asked again before those who are not.
  assert.equal(decided([away, agent(2)], [chat(10, { passed: [2] })])[0]?.why.again, true)
})

test('S7 chats of a team outside its hours wait, those of other teams and of none do not', () => {
  const turn = { closedTeams: [SALES.id] }
  const chats = [chat(10, { team: SALES }), chat(11, { team: { id: 8, name: 'Support' } }), chat(12)]
  assert.deepEqual(pairs([agent(1)], chats, {}, turn), [
    [11, 1],
    [12, 1],
  ])
  assert.deepEqual(
    chats.map(({ team }) => isTeamOpen(turn, team)),
    [false, true, true],
  )
  assert.equal(isTeamOpen({}, SALES), true)
})

test('a decision says the load, the capacity, the team and among how many agents', () => {
  const [one] = decided([agent(1, 2), agent(2, 4)], [chat(10, { team: SALES })])
  assert.deepEqual(one, {
    chat: 10,
    to: 1,
    why: { by: 'least-busy', load: 2, capacity: 4, among: 1, team: SALES },
  })
})
