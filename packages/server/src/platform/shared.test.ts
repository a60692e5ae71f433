import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeShared } from './shared.ts'

test('T46 equal concurrent calls are made once', async () => {
  const shared = makeShared<string>()
  const asked: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const ask = (key: string) =>
    shared(key, async () => {
      asked.push(key)
      await promise
      return `${key} ${asked.length}`
    })
  const answers = [ask('a'), ask('a'), ask('b')]
  resolve()
  assert.deepEqual(await Promise.all(answers), ['a 2', 'a 2', 'b 2'])
  assert.deepEqual(asked, ['a', 'b'])
  assert.equal(await ask('a'), 'a 3')
})

test('T46 all callers that share a call receive its error, and the next call is made again', async () => {
  const shared = makeShared<string>()
  const fails = () => Promise.reject<string>(new Error('away'))
  const answers = await Promise.allSettled([shared('a', fails), shared('a', fails)])
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await shared('a', async () => 'there'), 'there')
})
