import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priorityOf, type PriorityFacts, type PriorityRule } from './priority.ts'

const facts: PriorityFacts = {
  tags: [3],
  page: 'https://shop.test/Checkout?step=2',
  fields: [{ title: 'Plan', content: 'Gold' }, { title: 'Seats' }],
  waited: 300_000,
}
const rows: [title: string, when: PriorityRule['when'], meets: boolean][] = [
  ['a tag of the chat', { tag: 3 }, true],
  ['a tag that it lacks', { tag: 4 }, false],
  ['a part of the address, in any case', { page: '/checkout' }, true],
  ['another page', { page: '/pricing' }, false],
  ['a field with its value, in any case', { field: 'plan', value: ' gold ' }, true],
  ['the field with another value', { field: 'plan', value: 'silver' }, false],
  ['a field without a value', { field: 'seats', value: '' }, false],
  ['a wait that is over', { waited: 300_000 }, true],
  ['a longer wait', { waited: 300_001 }, false],
]
for (const [title, when, meets] of rows)
  test(`${title}: ${meets ? 'met' : 'not met'}`, () =>
    assert.equal(priorityOf([{ when, priority: 2 }], facts), meets ? 2 : 0))

test('the highest priority of the rules that are met counts, in any order', () => {
  const rules: PriorityRule[] = [
    { when: { tag: 3 }, priority: 1 },
    { when: { waited: 1 }, priority: 3 },
    { when: { page: 'shop' }, priority: 2 },
    { when: { tag: 9 }, priority: 9 },
  ]
  assert.equal(priorityOf(rules, facts), 3)
  assert.equal(priorityOf(rules.toReversed(), facts), 3)
  assert.equal(priorityOf([], facts), 0)
})
