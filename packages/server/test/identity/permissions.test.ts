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

/** Written by hand, row by row; the test compares the table in the code with it. `x`: allowed. */
const EXPECTED = `
                  owner admin holder assigned agent
chat.see          x     x     x      x        -
chat.accept       x     x     x      x        -
chat.write        x     x     x      x        -
chat.close        x     x     x      x        -
chat.others       x     x     -      -        -
chat.read         x     x     x      x        -
offline.handle    x     x     x      x        -
archive.export    x     x     -      -        -
visitor.erase     x     x     -      -        -
channel.see       x     x     x      x        x
channel.create    x     x     -      -        -
channel.change    x     x     -      -        -
channel.remove    x     x     -      -        -
channel.rotate    x     x     -      -        -
channel.check     x     x     -      -        -
channel.secrets   x     x     -      -        -
channel.notes     x     x     -      -        -
bot.see           x     x     -      -        -
bot.create        x     x     -      -        -
bot.change        x     x     -      -        -
bot.remove        x     x     -      -        -
bot.try           x     x     -      -        -
webhook.see       x     x     -      -        -
webhook.create    x     x     -      -        -
webhook.change    x     x     -      -        -
webhook.remove    x     x     -      -        -
webhook.test      x     x     -      -        -
webhook.replay    x     x     -      -        -
delivery.see      x     x     -      -        -
delivery.replay   x     x     -      -        -
agent.see         x     x     x      x        x
agent.create      x     x     -      -        -
agent.change      x     x     -      -        -
agent.remove      x     x     -      -        -
agent.tokens      x     x     -      -        -
department.see    x     x     x      x        x
department.create x     x     -      -        -
department.change x     x     -      -        -
department.remove x     x     -      -        -
canned.see        x     x     x      x        x
canned.own        x     x     x      x        x
canned.share      x     x     -      -        -
contact.see       x     x     x      x        x
contact.change    x     x     x      x        x
contact.manage    x     x     -      -        -
tag.see           x     x     x      x        x
tag.create        x     x     -      -        -
tag.change        x     x     -      -        -
tag.remove        x     x     -      -        -
owner.change      x     -     -      -        -
settings.see      x     x     x      x        x
settings.change   x     x     -      -        -
self.change       x     x     x      x        x
`

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

test('T18 every action for every role is allowed or refused as the table says', () => {
  const [head, ...rows] = EXPECTED.trim().split('\n')
  const standings = (head ?? '').trim().split(/\s+/)
  assert.deepEqual(standings, STANDINGS)
  assert.deepEqual(
    rows.map((row) => row.split(/\s+/)[0]),
    ACTIONS,
  )
  for (const row of rows) {
    const [name, ...marks] = row.split(/\s+/)
    const action = ACTIONS.find((one) => one === name)
    assert.ok(action)
    for (const [i, standing] of STANDINGS.entries()) {
      const [agent, about] = PEOPLE[standing]
      assert.equal(standingOf(agent, about), standing)
      if (marks[i] === 'x') allow(agent, action, about)
      else assert.throws(() => allow(agent, action, about), { code: 'forbidden' }, `${action} for ${standing}`)
    }
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
