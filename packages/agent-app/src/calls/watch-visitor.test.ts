import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { watchVisitor } from './watch-visitor.ts'

let told: string[] = []
let isLinked = true
const watch = () =>
  watchVisitor({ isLinked: () => isLinked, onGone: (why) => told.push(why), onState: (state) => told.push(state) })
beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] })
  told = []
  isLinked = true
})
afterEach(() => mock.timers.reset())

test('a visitor to whom no way is found in 20 s cannot be reached', () => {
  watch().begin()
  mock.timers.tick(19_000)
  assert.deepEqual(told, [])
  mock.timers.tick(1000)
  assert.deepEqual(told, ['media_unavailable'])
})

test('a visitor who is lost for 8 s is gone, and one who comes back is not', () => {
  const visitor = watch()
  visitor.begin()
  visitor.is('connected')
  visitor.is('disconnected')
  mock.timers.tick(7000)
  visitor.is('connected')
  mock.timers.tick(60_000)
  assert.deepEqual(told, ['connected', 'lost', 'connected'])
  visitor.is('failed')
  mock.timers.tick(8000)
  assert.deepEqual(told.slice(3), ['lost', 'client_gone'])
})

test('a window that cannot reach the server itself does not take the visitor to be gone', () => {
  const visitor = watch()
  visitor.begin()
  visitor.is('connected')
  isLinked = false
  visitor.is('disconnected')
  mock.timers.tick(20_000)
  assert.deepEqual(told, ['connected', 'lost'])
  isLinked = true
  mock.timers.tick(8000)
  assert.deepEqual(told.at(-1), 'client_gone')
})
