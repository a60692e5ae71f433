import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from '@deskbell/protocol/agent/entry'
import { fold } from '../live/fold.ts'
import { answersOf, type CrmAnswer, isAssigned, missingOf } from './crm-answers.ts'

const answer = (n: number, webhook: number, more: Partial<CrmAnswer> = {}): CrmAnswer => ({
  n,
  at: 1000 * n,
  type: 'crm.answered',
  from: 'system',
  webhook,
  name: `CRM ${webhook}`,
  fields: [{ content: `said in ${n}` }],
  assignable: false,
  ...more,
})
const assigned = (n: number, link: string): Entry => ({
  n,
  at: 1000 * n,
  type: 'crm.assigned',
  from: 'agent',
  agent: { id: 1, name: 'Ann' },
  link,
})
const { items } = fold([
  answer(2, 7),
  answer(3, 5),
  { n: 4, at: 1, type: 'message', from: 'visitor', id: 'a', text: 'hi', attachments: [] },
  answer(6, 7, { late: true }),
  assigned(7, 'https://crm.test/1'),
])
const numbers = (answers: readonly CrmAnswer[]) => answers.map(({ n }) => n)

test('C11 the newest answer of each server is shown, in the order of the servers', () => {
  assert.deepEqual(numbers(answersOf(items, [])), [3, 6])
  assert.deepEqual(numbers(answersOf([], [answer(2, 7), answer(3, 5)])), [3, 2])
})

test('C11 a fetched earlier answer never replaces a newer one', () => {
  assert.deepEqual(numbers(answersOf(items, [answer(2, 7), answer(1, 9)])), [3, 6, 1])
})

test('C11 an empty answer removes the card of its server', () => {
  assert.deepEqual(numbers(answersOf(items, [answer(8, 5, { fields: [] })])), [6])
  assert.deepEqual(numbers(answersOf([], [answer(8, 5, { fields: [], link: 'https://crm.test/1' })])), [8])
  assert.deepEqual(numbers(answersOf([], [answer(8, 5, { fields: [], page: { url: 'https://shop.test/' } })])), [8])
})

test('C11 a newest answer outside the loaded entries is fetched by its number', () => {
  const cards = [
    { webhook: 7, of: 6 },
    { webhook: 5, of: 3 },
    { webhook: 9, of: 1 },
  ]
  assert.deepEqual(missingOf({ cards }, items), [1])
  assert.deepEqual(missingOf({ cards }, []), [6, 3, 1])
  assert.deepEqual(missingOf({ cards: [{ webhook: 7, of: 2 }] }, items), [])
  assert.deepEqual(missingOf({}, items), [])
})

test('C14 a chat is bound if its row or its log contains the binding', () => {
  assert.equal(isAssigned('https://crm.test/1', {}, items), true)
  assert.equal(isAssigned('https://crm.test/2', {}, items), false)
  assert.equal(isAssigned('https://crm.test/2', { assigned: ['https://crm.test/2'] }, []), true)
})
