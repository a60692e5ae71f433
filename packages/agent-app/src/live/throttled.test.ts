import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { throttled } from './throttled.ts'

test('frequent calls run once a second, including the last call', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  let done = 0
  const soon = throttled(() => (done += 1), 1000)
  for (let asked = 0; asked < 10; asked += 1) {
    soon.ask()
    mock.timers.tick(250)
  }
  assert.equal(done, 2)
  mock.timers.tick(1000)
  assert.equal(done, 3)
  soon.ask()
  soon.stop()
  mock.timers.tick(5000)
  assert.equal(done, 3)
  mock.timers.reset()
})
