import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handClock } from '../../test/clock.ts'
import { makeBudget } from './budget.ts'

test('T48 a payer regains decoder time after using it up, and debts are bounded', async () => {
  const clock = handClock()
  const budget = makeBudget(clock)
  budget.spend('ada', 19_999)
  assert.equal(budget.isOver('ada'), false)
  budget.spend('ada', 1)
  assert.equal(budget.isOver('ada'), true)
  assert.equal(budget.isOver('bea'), false)
  await clock.move(1000)
  assert.equal(budget.isOver('ada'), false)
  for (let i = 0; i < 100; i++) budget.spend('ada', 5000)
  assert.equal(budget.isOver('ada'), true)
  await clock.move(120_001)
  assert.equal(budget.isOver('ada'), false)
})
