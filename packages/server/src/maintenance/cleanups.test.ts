import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handClock, settle } from '../../test/clock.ts'
import { runCleanups } from './cleanups.ts'

const HOUR = 3600 * 1000

test('a cleanup runs for the first time after an hour, then every hour, or as seldom as it says', async () => {
  const clock = handClock()
  const ran: string[] = []
  const step = (name: string) => async () => ran.push(name) < 0
  const stop = runCleanups({
    clock,
    cleanups: [{ step: step('hourly') }, { every: 3 * HOUR, step: step('seldom') }],
    onError: (error) => assert.fail(String(error)),
  })
  await clock.move(HOUR - 1)
  assert.deepEqual(ran, [])
  for (let hour = 1; hour <= 4; hour++) {
    await clock.move(HOUR)
    await settle(2)
  }
  assert.deepEqual(ran, ['hourly', 'seldom', 'hourly', 'hourly', 'hourly', 'seldom'])
  await stop()
  await clock.move(HOUR)
  assert.equal(ran.length, 6)
})

test('a cleanup continues while there are more rows, and a failing one does not stop the others', async () => {
  const clock = handClock()
  const errors: unknown[] = []
  let left = 3
  const fault = new Error('away')
  const stop = runCleanups({
    clock,
    cleanups: [{ step: () => Promise.reject(fault) }, { step: async () => --left > 0 }],
    onError: (error) => void errors.push(error),
  })
  await clock.move(HOUR)
  await settle(5)
  assert.equal(left, 0)
  assert.deepEqual(errors, [fault])
  await stop()
})

test('stopping waits for the step under way, and no further cleanup runs', async () => {
  const clock = handClock()
  const goOn = Promise.withResolvers<boolean>()
  let later = 0
  const stop = runCleanups({
    clock,
    cleanups: [{ step: () => goOn.promise }, { step: async () => ++later < 0 }],
    onError: (error) => assert.fail(String(error)),
  })
  await clock.move(HOUR)
  let isStopped = false
  const stopped = stop().then(() => (isStopped = true))
  await settle(2)
  assert.equal(isStopped, false)
  goOn.resolve(true)
  await stopped
  assert.equal(later, 0)
})
