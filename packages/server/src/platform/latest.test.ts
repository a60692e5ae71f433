import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handClock } from '../../test/clock.ts'
import { makeLatest } from './latest.ts'

test('T47 the first value of a key is delivered at once, then the latest one every half second, and always the last', async () => {
  const clock = handClock()
  const start = clock.now()
  const given: [value: string, ms: number][] = []
  const latest = makeLatest<string>({ clock, every: 500, give: (value) => given.push([value, clock.now() - start]) })
  for (let ms = 0; ms < 1200; ms += 100) {
    latest.put('a', `a${ms}`)
    await clock.move(100)
  }
  latest.put('b', 'b')
  await clock.move(5000)
  assert.deepEqual(given, [
    ['a0', 0],
    ['a400', 500],
    ['a900', 1000],
    ['b', 1200],
    ['a1100', 1500],
  ])
  latest.put('a', 'again')
  assert.equal(given.at(-1)?.[0], 'again')
  latest.put('a', 'never')
  latest.close()
  await clock.move(5000)
  assert.equal(given.at(-1)?.[0], 'again')
})
