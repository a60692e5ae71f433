import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { makeLoopTurns } from './loop-turns.ts'

const BUDGET = 10

test('T46 with little work, a job runs immediately', () => {
  const turns = makeLoopTurns(BUDGET)
  const ran: string[] = []
  turns.run('a', () => ran.push('a1'))
  turns.run('b', () => ran.push('b1'))
  assert.deepEqual(ran, ['a1', 'b1'])
})

test('T46 a turn of the event loop has a budget, and later turns run the remaining jobs, key by key', async () => {
  const turns = makeLoopTurns(BUDGET)
  const ran: string[] = []
  for (const job of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) turns.run('a', () => ran.push(job), BUDGET / 2)
  turns.run('b', () => ran.push('b1'), BUDGET / 2)
  assert.deepEqual(ran, ['a1', 'a2'])
  await nextTurn()
  assert.deepEqual(ran, ['a1', 'a2', 'a3', 'b1'])
  await nextTurn()
  await nextTurn()
  assert.deepEqual(ran, ['a1', 'a2', 'a3', 'b1', 'a4', 'a5', 'a6'])
})

test('T46 a job that throws does not stop the others', async () => {
  const turns = makeLoopTurns(BUDGET)
  const ran: string[] = []
  const fails = () => {
    throw new Error('on purpose')
  }
  assert.throws(() => turns.run('a', fails, BUDGET), /on purpose/)
  turns.run('a', () => ran.push('a2'))
  assert.deepEqual(ran, [])
  await nextTurn()
  assert.deepEqual(ran, ['a2'])
})
