import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { makeLoopTurns } from './loop-turns.ts'

const BUDGET = 10

test('T46 jobs run at once while there is little to do', () => {
  const turns = makeLoopTurns(BUDGET)
  const ran: string[] = []
  turns.take('a', () => ran.push('a1'))
  turns.take('b', () => ran.push('b1'))
  assert.deepEqual(ran, ['a1', 'b1'])
})

test('T46 a turn of the event loop has a budget, and the rest runs in later turns, key by key', async () => {
  const turns = makeLoopTurns(BUDGET)
  const ran: string[] = []
  for (const job of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) turns.take('a', () => ran.push(job), BUDGET / 2)
  turns.take('b', () => ran.push('b1'), BUDGET / 2)
  assert.deepEqual(ran, ['a1', 'a2'])
  await nextTurn()
  assert.deepEqual(ran, ['a1', 'a2', 'a3', 'b1'])
  await nextTurn()
  await nextTurn()
  assert.deepEqual(ran, ['a1', 'a2', 'a3', 'b1', 'a4', 'a5', 'a6'])
})

test('T46 a job that throws does not affect other jobs', async () => {
  const turns = makeLoopTurns(BUDGET)
  const ran: string[] = []
  const fails = () => {
    throw new Error('on purpose')
  }
  assert.throws(() => turns.take('a', fails, BUDGET), /on purpose/)
  turns.take('a', () => ran.push('a2'))
  assert.deepEqual(ran, [])
  await nextTurn()
  assert.deepEqual(ran, ['a2'])
})
