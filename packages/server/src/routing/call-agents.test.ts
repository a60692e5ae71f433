import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoutingPolicy, TurnAgent } from '@deskbell/rules'
import { inOrderOf } from './call-agents.ts'

const agent = (id: number, chats: number, idleSince: number): TurnAgent => ({
  ...{ id, idleSince, capacity: { total: 4, kinds: {} }, load: { chats } },
})
/** The second has no room; of the others the third has most. */
const AGENTS = [agent(1, 2, 10), agent(2, 4, 5), agent(3, 0, 30), agent(4, 2, 20)]
const order = (distribution: RoutingPolicy['distribution'], last?: number) =>
  inOrderOf({ distribution, lastAgentFirst: last !== undefined, acceptWithin: null }, AGENTS, last).map(({ id }) => id)

test('a call rings in the order in which the router would choose agents, those without room last', () => {
  assert.deepEqual(order('least-busy'), [3, 1, 4, 2])
  assert.deepEqual(order('round-robin'), [1, 4, 3, 2])
  assert.deepEqual(order('round-robin', 4), [4, 1, 3, 2])
})
