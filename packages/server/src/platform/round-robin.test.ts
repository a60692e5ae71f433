import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RoundRobin } from './round-robin.ts'

function drain(robin: RoundRobin<string, string>): string {
  const order: string[] = []
  for (let job = robin.next(); job !== undefined; job = robin.next()) order.push(job)
  return order.join(' ')
}

test('T46 keys take turns, however many jobs one of them has, and the jobs of a key keep their order', () => {
  const robin = new RoundRobin<string, string>()
  for (const job of ['a1', 'a2', 'a3']) robin.add('a', job)
  for (const job of ['b1', 'b2']) robin.add('b', job)
  robin.add('c', 'c1')
  assert.equal(drain(robin), 'a1 b1 c1 a2 b2 a3')
  assert.equal(robin.isEmpty, true)
})

test('T46 a removed job gets no turn, and its key gets none without other jobs', () => {
  const robin = new RoundRobin<string, string>()
  for (const job of ['a1', 'a2']) robin.add('a', job)
  robin.add('b', 'b1')
  robin.remove('a', 'a1')
  robin.remove('b', 'b1')
  robin.remove('c', 'never added')
  assert.equal(drain(robin), 'a2')
})
