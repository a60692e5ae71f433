import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLastSeen } from './last-seen.ts'

const [ANN, BOB] = [{ id: 1 }, { id: 2 }]

test('nobody is online since the look that first missed the last agent, however long after the one before', () => {
  const seen = makeLastSeen()
  seen.look(7, [ANN, BOB], 1000)
  seen.look(7, [BOB], 2000)
  seen.look(7, [], 6500)
  const since = seen.look(7, [], 7500)
  assert.equal(since([ANN.id]), 2000)
  assert.equal(since([ANN.id, BOB.id]), 6500)
})

test('what another process saw meanwhile is not known: nobody is online since this one looks again', () => {
  const seen = makeLastSeen()
  assert.equal(seen.look(7, [], 1000)([ANN.id]), 1000)
  seen.look(7, [ANN], 2000)
  seen.look(7, [], 7001)
  assert.equal(seen.look(7, [], 8000)([ANN.id]), 7001)
  assert.equal(seen.look(8, [], 8000)([ANN.id]), 8000, 'accounts are apart')
})
