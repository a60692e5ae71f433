import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeInOrder } from '../../src/platform/http/closing.ts'

const NEVER = () => new Promise<never>(() => {})

/** The order of events when the HTTP server and the rest of the server close in this way. */
async function closing(http: () => Promise<unknown>, desk: () => Promise<unknown>) {
  const faults: string[] = []
  let deskAsked = false
  const closed = await closeInOrder({
    http,
    desk() {
      deskAsked = true
      return desk()
    },
    onFault: (_error, message) => void faults.push(message),
    httpWithin: 20,
    allWithin: 60,
  })
  return { closed, deskAsked, faults }
}

test('T37 the server closes after its connections, and also when these fail or do not end', async () => {
  const order: string[] = []
  const note = (name: string) => async () => void order.push(name)
  assert.deepEqual(await closing(note('http'), note('desk')), { closed: true, deskAsked: true, faults: [] })
  assert.deepEqual(order, ['http', 'desk'])
  for (const http of [
    NEVER,
    () => Promise.reject(new Error('no')),
    () => {
      throw new Error('no')
    },
  ]) {
    const { closed, deskAsked, faults } = await closing(http, async () => {})
    assert.ok(closed && deskAsked)
    assert.match(faults.join(), /^the HTTP server did not close its connections/)
  }
})

test('T37 a close that fails or does not end is logged and not awaited', async () => {
  for (const desk of [NEVER, () => Promise.reject(new Error('no'))]) {
    const { closed, faults } = await closing(async () => {}, desk)
    assert.equal(closed, false)
    assert.match(faults.join(), /^the server did not close/)
  }
})
