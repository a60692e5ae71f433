import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apply, decide, opened, type ChatState, type Command, type TagRef } from './index.ts'

const T = 1_790_000_000_000
const ann = { id: 1, name: 'Ann' }
const facts = { now: T, known: {}, bot: null, available: true }
const tag = (id: number): TagRef => ({ id, name: `tag ${id}` })
const tags = (add: number[], remove: number[] = []): Command => ({
  type: 'agent.tag',
  agent: ann,
  add: add.map(tag),
  remove,
})
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

function given(...commands: Command[]): ChatState {
  let state = opened(T)
  for (const command of commands) {
    const bodies = decide(state, command, facts)
    assert.ok(Array.isArray(bodies), `${command.type} was refused`)
    for (const body of bodies) state = apply(state, { ...body, n: state.last + 1, at: T })
  }
  return state
}
const ids = ({ tags = [] }: ChatState) => tags.map(({ id }) => id)

test('tags are added once, in order, and removed', () => {
  assert.deepEqual(ids(given(tags([2, 1, 2]), tags([1, 3], [2]))), [1, 3])
})

test('a change that changes nothing writes nothing', () => {
  assert.deepEqual(decide(given(tags([1])), tags([1], [9]), facts), [])
})

test('a closed chat is tagged too', () => {
  const closed = given({ type: 'agent.close', agent: ann, anyone: true })
  assert.ok(Array.isArray(decide(closed, tags([1]), facts)))
})

test('a chat has at most 20 tags; removing is always allowed', () => {
  const full = given(tags(range(1, 20)))
  assert.deepEqual(decide(full, tags([21]), facts), { refused: 'too_many_tags' })
  assert.ok(Array.isArray(decide(full, tags([21], [1]), facts)))
  assert.ok(Array.isArray(decide(full, tags([], [1]), facts)))
})
