import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { watchTelephone } from './watch-telephone.ts'

function watch(t: TestContext, isLinked = () => true) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const told: string[] = []
  const onGone = (why: string) => void told.push(why)
  const watched = watchTelephone({ isLinked, onGone, onState: (state) => void told.push(state) })
  return { told, watched, pass: (ms: number) => t.mock.timers.tick(ms) }
}

test('a telephone may ring for as long as it likes', (t) => {
  const { told, pass } = watch(t)
  pass(600_000)
  assert.deepEqual(told, [])
})

test('a telephone has answered and no way is found: told after 20 s, once this window can reach the server', (t) => {
  let isLinked = false
  const { told, watched, pass } = watch(t, () => isLinked)
  watched.begin()
  pass(20_000)
  assert.deepEqual(told, [])
  isLinked = true
  pass(20_000)
  assert.deepEqual(told, ['media_unavailable'])
})

test('a way that was found and is lost is sought without an end, and may come back', (t) => {
  const { told, watched, pass } = watch(t)
  watched.begin()
  watched.is('connected')
  watched.is('disconnected')
  pass(600_000)
  watched.begin()
  pass(600_000)
  watched.is('connected')
  assert.deepEqual(told, ['connected', 'lost', 'connected'])
})

test('after its end nothing is told', (t) => {
  const { told, watched, pass } = watch(t)
  watched.begin()
  watched.stop()
  pass(60_000)
  assert.deepEqual(told, [])
})
