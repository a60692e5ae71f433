import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LeasedDelivery } from './delivery.ts'
import { makeEndpoints } from './endpoints.ts'

const delivery = (id: number) => ({ id, endpoint: 'one' }) as LeasedDelivery

/** What is claimed at most for an endpoint without a queue, after five requests in a row have failed. */
function capacitiesAfterFailures(policy: { concurrency: number; backlog: number; concurrencyWhenFailing?: number }) {
  const endpoints = makeEndpoints()
  for (let id = 0; id < 5; id++) {
    endpoints.enqueue(delivery(id), policy)
    assert.equal(endpoints.next()?.id, id)
    endpoints.recordResult('one', false)
    endpoints.done('one')
  }
  return endpoints.capacities()
}

test('an endpoint that is down is claimed two deliveries at a time when its kind slows down on failures', () => {
  assert.deepEqual(capacitiesAfterFailures({ concurrency: 4, backlog: 100, concurrencyWhenFailing: 1 }), [['one', 2]])
})

test('an endpoint whose kind does not slow down on failures keeps its queue', () => {
  assert.deepEqual(capacitiesAfterFailures({ concurrency: 4, backlog: 100 }), [])
})
