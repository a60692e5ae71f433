import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { ApiError, toError } from './client.ts'
import { retryWhileUnavailable } from './while-unavailable.ts'

/** Fails `times` times with this status, then answers. */
const shy = (times: number, status: number) => {
  let asked = 0
  const read = async () => {
    asked += 1
    if (asked <= times) throw new ApiError(status, 'x', 'x')
    return 'here'
  }
  return { read, asked: () => asked }
}

async function hurried<T>(work: Promise<T>): Promise<T> {
  let done = false
  void work.catch(() => {}).finally(() => (done = true))
  while (!done) {
    mock.timers.tick(5000)
    await Promise.resolve()
  }
  return work
}

test('a temporary failure is retried, and reported after the fourth attempt', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  for (const status of [0, 429, 503]) {
    const twice = shy(2, status)
    assert.equal(await hurried(retryWhileUnavailable(twice.read)), 'here')
    assert.equal(twice.asked(), 3)
    const ever = shy(99, status)
    await assert.rejects(hurried(retryWhileUnavailable(ever.read)), ApiError)
    assert.equal(ever.asked(), 4)
  }
  mock.timers.reset()
})

test('a refused request is not retried', async () => {
  for (const status of [401, 403, 404, 409]) {
    const refused = shy(1, status)
    await assert.rejects(retryWhileUnavailable(refused.read), ApiError)
    assert.equal(refused.asked(), 1)
  }
})

test('R17 a write that a full disk refuses is answered at once', () => {
  const refused = toError(
    507,
    '{"error":{"code":"disk_full","message":"The disk of the server is almost full."}}',
    '60',
  )
  assert.equal(refused.mayPass, false)
  assert.match(refused.message, /^The server is almost out of disk space, /)
})
