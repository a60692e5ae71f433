import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeInOrder } from '../../src/platform/http/closing.ts'

const NEVER = () => new Promise<never>(() => {})

/** The order of events when the HTTP server and the rest of the server close in this way. */
async function closing(http: () => Promise<unknown>, server: () => Promise<unknown>) {
  const faults: string[] = []
  let serverAsked = false
  const closed = await closeInOrder({
    http,
    server() {
      serverAsked = true
      return server()
    },
    onFault: (_error, message) => void faults.push(message),
    httpWithin: 20,
    allWithin: 60,
  })
  return { closed, serverAsked, faults }
}

test('T37 the server closes after its connections, and also when these fail or do not end', async () => {
  const order: string[] = []
  const note = (name: string) => async () => void order.push(name)
  assert.deepEqual(await closing(note('http'), note('server')), { closed: true, serverAsked: true, faults: [] })
  assert.deepEqual(order, ['http', 'server'])
  for (const http of [
    NEVER,
    () => Promise.reject(new Error('no')),
    () => {
      throw new Error('no')
    },
  ]) {
    const { closed, serverAsked, faults } = await closing(http, async () => {})
    assert.ok(closed && serverAsked)
    assert.match(faults.join(), /^the HTTP server did not close its connections/)
  }
})

test('T37 a close that fails or does not end is logged and not awaited', async () => {
  for (const server of [NEVER, () => Promise.reject(new Error('no'))]) {
    const { closed, faults } = await closing(async () => {}, server)
    assert.equal(closed, false)
    assert.match(faults.join(), /^the server did not close/)
  }
})
