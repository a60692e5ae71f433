import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentOwner, channelOwner, visitorOwner, type FileOwner } from './owner.ts'
import { makeTurns } from './turns.ts'

const visitor = (key: string, ip: string) => visitorOwner(1, 1, key, ip)

/** The order in which jobs are served when they are added in this order. */
function served(jobs: readonly (readonly [FileOwner, string])[], isOver: (payer: string) => boolean = () => false) {
  const turns = makeTurns<string>(isOver)
  for (const [owner, job] of jobs) turns.add(owner, job)
  const order: string[] = []
  for (let job = turns.next(); job !== undefined; job = turns.next()) order.push(job)
  return order.join(' ')
}

test('T48 visitors take turns, however many jobs one of them has', () => {
  const ada = visitor('ada', '192.0.2.1')
  const bea = visitor('bea', '192.0.2.2')
  const jobs = ['a1', 'a2', 'a3'].map((job) => [ada, job] as const)
  assert.equal(served([...jobs, [bea, 'b1'], [bea, 'b2']]), 'a1 b1 a2 b2 a3')
})

test('T48 all secrets from one address share the turns of one payer', () => {
  const fresh = ['k1', 'k2', 'k3'].map((key) => [visitor(key, '2001:db8::1'), key] as const)
  const again = [visitor('k1', '2001:db8::2'), 'k1 again'] as const
  assert.equal(served([...fresh, again, [visitor('bea', '192.0.2.2'), 'b']]), 'k1 b k2 k3 k1 again')
})

test('T48 agents and channels are served before visitors, but not more than three times in a row', () => {
  const agents = ['1', '2', '3', '4', '5'].map((job) => [agentOwner(1, 1), job] as const)
  const visitors = ['v1', 'v2'].map((job) => [visitor('ada', '192.0.2.1'), job] as const)
  assert.equal(served([...visitors, ...agents, [channelOwner(1, 1), 'c']]), '1 c 2 v1 3 4 5 v2')
})

test('T48 an address that has used up its budget is served only when no other waits', () => {
  const heavy = visitor('ada', '192.0.2.1')
  const jobs = [
    [heavy, 'h1'],
    [heavy, 'h2'],
    [visitor('bea', '192.0.2.2'), 'b1'],
    [visitor('bea', '192.0.2.2'), 'b2'],
  ] as const
  assert.equal(
    served(jobs, (payer) => payer.includes('192.0.2.1')),
    'b1 b2 h1 h2',
  )
})
