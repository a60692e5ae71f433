import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handClock } from '../../test/clock.ts'
import { makeDeadline } from './deadline.ts'

const never = () => new Promise<string>(() => {})
const late = () => new Error('late')

test('R4 each waiting call times out at its own time', async () => {
  const clock = handClock()
  const withDeadline = makeDeadline(clock, 100, late)
  const over: string[] = []
  const wait = (name: string) =>
    withDeadline(never()).catch((error: Error) => void over.push(`${name} ${error.message}`))
  void wait('a')
  await clock.move(60)
  void wait('b')
  await clock.move(39)
  assert.deepEqual(over, [])
  await clock.move(1)
  assert.deepEqual(over, ['a late'])
  await clock.move(59)
  assert.deepEqual(over, ['a late'])
  await clock.move(1)
  assert.deepEqual(over, ['a late', 'b late'])
  void wait('c')
  await clock.move(100)
  assert.deepEqual(over, ['a late', 'b late', 'c late'])
})

test('R4 a call that finishes in time resolves, and does not affect the others', async () => {
  const clock = handClock()
  const withDeadline = makeDeadline(clock, 100, late)
  assert.equal(await withDeadline(Promise.resolve('done')), 'done')
  await assert.rejects(withDeadline(Promise.reject(new Error('no'))), /^Error: no$/)
  await clock.move(50)
  const waits = withDeadline(never())
  const refused = assert.rejects(waits, /late/)
  let over = false
  void refused.then(() => (over = true))
  await clock.move(99)
  assert.equal(over, false)
  await clock.move(1)
  await refused
})
