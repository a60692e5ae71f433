import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policyFor } from './policy.ts'

test('the directives name the server for scripts and connections, and the file host for media', () => {
  assert.deepEqual(policyFor('https://desk.shop.test', 'https://files.shop.test'), [
    'script-src https://desk.shop.test',
    'connect-src https://desk.shop.test wss://desk.shop.test',
    'img-src https://desk.shop.test https://files.shop.test',
    'media-src https://desk.shop.test https://files.shop.test',
  ])
  const alone = policyFor('https://desk.shop.test', 'https://desk.shop.test')
  assert.equal(alone.at(-1), 'media-src https://desk.shop.test')
})
