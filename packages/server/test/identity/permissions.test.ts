import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ACTIONS,
  allow,
  dependsOnStanding,
  isAllowed,
  POLICY,
  STANDINGS,
  standingOf,
  type Standing,
} from '../../src/identity/permissions.ts'

/** An agent with this role, and what they act on. */
const PEOPLE: Record<Standing, Parameters<typeof standingOf>> = {
  owner: [{ id: 1, role: 'owner' }],
  admin: [
    { id: 2, role: 'admin' },
    { holder: 9, assigned: new Set([9]) },
  ],
  holder: [
    { id: 3, role: 'agent' },
    { holder: 3, assigned: new Set() },
  ],
  assigned: [
    { id: 4, role: 'agent' },
    { holder: null, assigned: new Set([4]) },
  ],
  agent: [
    { id: 5, role: 'agent' },
    { holder: 3, assigned: new Set([4]) },
  ],
}

/** Which role may do what is in docs/permissions.md, which `matrix.test.ts` compares with the code. */
test('T18 every action is allowed or refused by the agent’s relation to the object, as the policy says', () => {
  assert.deepEqual(Object.keys(POLICY), [...ACTIONS])
  for (const action of ACTIONS)
    for (const standing of STANDINGS) {
      const [agent, about] = PEOPLE[standing]
      assert.equal(standingOf(agent, about), standing)
      if (isAllowed(standing, action)) allow(agent, action, about)
      else assert.throws(() => allow(agent, action, about), { code: 'forbidden' }, `${action} for ${standing}`)
    }
})

test('T18 an agent with more access to a chat has no fewer permissions', () => {
  for (const action of Object.keys(POLICY) as (keyof typeof POLICY)[]) {
    const allowed = STANDINGS.map((standing) => isAllowed(standing, action))
    assert.deepEqual(allowed, [...allowed.filter((one) => one), ...allowed.filter((one) => !one)], action)
  }
})

test('T18 a request that the role forbids is refused before any read; only permissions on chats depend on more', () => {
  const near = ACTIONS.filter((action) => dependsOnStanding(action))
  assert.deepEqual(near, ['chat.see', 'chat.accept', 'chat.write', 'chat.close', 'chat.read', 'offline.handle'])
  for (const action of ACTIONS.filter((one) => !near.includes(one)))
    for (const standing of STANDINGS) {
      const [agent] = PEOPLE[standing]
      assert.equal(isAllowed(standingOf(agent), action), isAllowed(standing, action), `${action} for ${standing}`)
    }
})
