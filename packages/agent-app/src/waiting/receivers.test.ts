import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receiversOf, startingWith } from './receivers.ts'

const agents = [
  { id: 1, name: 'Ann', presence: 'online' },
  { id: 2, name: 'Zoë Ray', presence: 'online' },
  { id: 3, name: 'Bob', presence: 'offline' },
  { id: 4, name: 'Cleo', presence: 'away' },
]
const departments = [{ id: 1, name: 'Sales' }]
const known = { me: 1, agents, departments }

test('a chat can be handed to the other agents, online ones first, to departments, and to the queue when it is held', () => {
  const names = (agent: { id: number; name: string } | null) =>
    receiversOf({ agent }, known).map(({ kind, id }) => `${kind} ${id}`)
  assert.deepEqual(names(null), ['colleague 2', 'colleague 4', 'colleague 3', 'department 1'])
  assert.deepEqual(names({ id: 1, name: 'Ann' }), [
    'colleague 2',
    'colleague 4',
    'colleague 3',
    'department 1',
    'queue 0',
  ])
  assert.deepEqual(names({ id: 3, name: 'Bob' }), ['colleague 2', 'colleague 4', 'department 1', 'queue 0'])
})

test('a receiver is found by the beginning of each word of the name, whatever its case and accents', () => {
  const all = receiversOf({ agent: null }, known)
  const found = (query: string) => startingWith(all, query).map(({ name }) => name)
  assert.deepEqual(found('zoe'), ['Zoë Ray'])
  assert.deepEqual(found(' RA'), ['Zoë Ray'])
  assert.deepEqual(found('s'), ['Sales'])
  assert.deepEqual(found('x'), [])
  assert.equal(found('').length, all.length)
})
