import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideOverflow, type Place } from './overflow.ts'
import { DISTRIBUTIONS, EVERYBODY, type RoutingPolicy } from './policy.ts'
import { shorten } from './shorten.ts'
import { decideTurn, type Turn, type TurnAgent, type TurnChat } from './turn.ts'

const NOW = 1_000_000
const KINDS = ['widget', 'telegram', 'api']

/** Numbers from 0 up to below `most`, the same ones for the same seed. */
function seeded(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

function anyTurn(random: (most: number) => number): Turn {
  const is = (of100: number) => random(100) < of100
  const agents = Array.from({ length: 1 + random(8) }, (_, i): TurnAgent => {
    const kinds = is(50) ? { [KINDS[random(3)] ?? '']: random(3) } : {}
    const load = is(60) ? { [KINDS[random(3)] ?? '']: random(4) } : {}
    return {
      ...{ id: i + 1, capacity: { total: 1 + random(5), kinds }, load, idleSince: random(3) },
      ...(is(15) && { closed: true as const }),
    }
  })
  const pools = Array.from({ length: 1 + random(4) }, () => agents.map(({ id }) => id).filter(() => is(60)))
  const policies = Array.from({ length: 1 + random(4) }, (): RoutingPolicy => {
    const distribution = DISTRIBUTIONS[random(3)] ?? 'everybody'
    const overflow = is(40) && { overflow: { after: 1000, to: is(50) ? ('bot' as const) : { department: 7 } } }
    return { ...EVERYBODY, distribution, lastAgentFirst: is(50), ...overflow }
  })
  const chats = Array.from({ length: random(60) }, (_, i): TurnChat => {
    const policy = random(policies.length)
    const been: Place[] = is(30) ? ['bot'] : []
    const waiting = { since: NOW - random(1500), been, bot: true as const, ...(is(20) && { nobodySince: 0 }) }
    return {
      ...{ id: i + 1, kind: KINDS[random(3)] ?? '', waitingSince: random(50), priority: random(3), policy },
      ...{ pool: random(pools.length) },
      ...(is(30) && { team: { id: is(50) ? 7 : 8, name: 'Team' } }),
      ...(is(30) && { passed: [1 + random(8)] }),
      ...(is(30) && { last: 1 + random(8) }),
      ...(policies[policy]?.overflow && { waiting }),
    }
  })
  return { now: NOW, policies, pools, agents, chats, ...(is(30) && { closedTeams: [8] }) }
}

test('a shortened turn is decided like the whole one', () => {
  let [left, routed, gone] = [0, 0, 0]
  for (let seed = 1; seed <= 3000; seed++) {
    const whole = anyTurn(seeded(seed))
    const { turn, overflowed, isCut } = shorten(whole, Infinity)
    assert.deepEqual(overflowed, decideOverflow(whole), `seed ${seed}`)
    assert.deepEqual(decideOverflow(turn), overflowed, `seed ${seed}`)
    assert.deepEqual(decideTurn(turn), decideTurn(whole), `seed ${seed}`)
    assert.equal(isCut, false)
    left += whole.chats.length - turn.chats.length
    routed += decideTurn(turn).length
    gone += overflowed.length
  }
  assert.ok(left > 1000 && routed > 1000 && gone > 1000, 'the turns have all of it')
})

test('turns that are cut give the first chats their agents, and say that there are more', () => {
  for (let seed = 1; seed <= 1000; seed++) {
    const whole = anyTurn(seeded(seed))
    const { turn, overflowed, isCut } = shorten(whole, 3)
    assert.ok(turn.chats.length <= 3)
    const all = decideOverflow(whole)
    assert.deepEqual(overflowed, all.slice(0, 3), `seed ${seed}`)
    const [routed, wanted] = [decideTurn(turn, overflowed), decideTurn(whole)]
    assert.deepEqual(routed, wanted.slice(0, routed.length), `seed ${seed}`)
    if (!isCut) assert.deepEqual([routed.length, overflowed.length], [wanted.length, all.length], `seed ${seed}`)
    // What is cut is decided by later turns: each decides something.
    if (isCut) assert.ok(routed.length + overflowed.length > 0, `seed ${seed}`)
  }
})

test('only the agents, pools and policies that the chats name are kept', () => {
  const agent = (id: number): TurnAgent => ({ id, capacity: { total: 1, kinds: {} }, load: {}, idleSince: 0 })
  const policy: RoutingPolicy = { ...EVERYBODY, distribution: 'least-busy' }
  const chat = (id: number, pool: number, place: number): TurnChat => ({
    ...{ id, kind: 'widget', waitingSince: id, priority: 0, policy: place, pool },
  })
  const whole: Turn = {
    now: NOW,
    policies: [EVERYBODY, policy],
    pools: [[1], [2, 3]],
    agents: [agent(1), agent(2), agent(3)],
    chats: [chat(1, 0, 0), chat(2, 1, 1), chat(3, 1, 1), chat(4, 1, 1)],
  }
  const { turn } = shorten(whole)
  assert.deepEqual(turn, {
    now: NOW,
    policies: [policy],
    pools: [[2, 3]],
    agents: [agent(2), agent(3)],
    chats: [chat(2, 0, 0), chat(3, 0, 0)],
  })
})
