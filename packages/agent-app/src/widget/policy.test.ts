import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policyFor } from './policy.ts'

test('the directives name the desk for scripts, for both kinds of connection, and for pictures and sounds', () => {
  assert.deepEqual(policyFor('https://desk.shop.test'), [
    'script-src https://desk.shop.test',
    'connect-src https://desk.shop.test wss://desk.shop.test',
    'img-src https://desk.shop.test',
    'media-src https://desk.shop.test',
  ])
  assert.equal(policyFor('http://localhost:4000').at(-1), 'media-src http://localhost:4000 http://127.0.0.1:4000')
})
