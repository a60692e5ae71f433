import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { makeRecent } from './recent.ts'

function recent() {
  const state = { now: 0, value: 'a', reads: 0, fails: false }
  const values = makeRecent({
    clock: { now: () => state.now },
    fresh: 1000,
    async read(key) {
      state.reads++
      const { value, fails } = state
      await setImmediate()
      if (fails) throw new Error('away')
      return `${value}${key}`
    },
  })
  return { state, values }
}

test('a value is used until its time is over, and read again in the background before', async () => {
  const { state, values } = recent()
  assert.equal(values.now(1), undefined)
  assert.equal(await values.read(1), 'a1')
  state.value = 'b'
  state.now = 499
  assert.equal(values.now(1), 'a1')
  assert.equal(state.reads, 1)
  state.now = 600
  assert.equal(values.now(1), 'a1')
  assert.equal(values.now(1), 'a1')
  assert.equal(state.reads, 2)
  await setImmediate()
  await setImmediate()
  assert.equal(values.now(1), 'b1')
  state.now = 1599
  assert.equal(values.now(1), 'b1')
})

test('a value that could not be read again is used until its time is over', async () => {
  const { state, values } = recent()
  await values.read(1)
  Object.assign(state, { now: 999, fails: true })
  assert.equal(values.now(1), 'a1')
  await setImmediate()
  await setImmediate()
  state.now = 1000
  assert.equal(values.now(1), undefined)
  await assert.rejects(values.read(1), /away/)
})

test('a value that was read before a change is used once', async () => {
  const { state, values } = recent()
  const reading = values.read(1)
  values.forget()
  state.value = 'b'
  assert.equal(await reading, 'a1')
  assert.equal(values.now(1), undefined)
  assert.equal(await values.read(1), 'b1')
  values.forget()
  assert.equal(values.now(1), undefined)
})
