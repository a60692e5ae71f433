import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_PASSWORD } from '../../src/platform/crypto.ts'
import { makePasswordWork } from '../../src/identity/password-work.ts'

test('T27 few password hashes are computed at once, few wait, known devices go first, and the others get 503 with Retry-After', async () => {
  const work = makePasswordWork({ atOnce: 1, waitingMax: 5 })
  const order: string[] = []
  const refused: unknown[] = []
  const ask = (name: string, lane: 'known' | 'stranger') =>
    work.verify(NO_PASSWORD, 'a password', lane).then(
      () => void order.push(name),
      (error: unknown) => void refused.push(error),
    )
  const all = [
    ...Array.from({ length: 30 }, (_, i) => ask(`stranger ${i}`, 'stranger')),
    ...Array.from({ length: 3 }, (_, i) => ask(`known ${i}`, 'known')),
  ]
  await Promise.all(all)
  assert.deepEqual(order, [
    'stranger 0',
    ...['known 0', 'known 1', 'known 2'],
    ...['stranger 1', 'stranger 2', 'stranger 3', 'stranger 4', 'stranger 5'],
  ])
  assert.equal(refused.length, 24)
  for (const error of refused) assert.deepEqual((error as { code?: string }).code, 'unavailable')
  // No place stays taken: the next hash is computed.
  await work.verify(NO_PASSWORD, 'a password', 'stranger')
  assert.equal((await work.hash('a password')).startsWith('$argon2id$'), true)
})
