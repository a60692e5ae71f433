import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOpen, move, type State, type Wish } from './states.ts'

const TABLE: [State, Wish, State][] = [
  ['label', 'open', 'chat'],
  ['label', 'call', 'call'],
  ['label', 'minimise', 'label'],
  ['label', 'close', 'label'],
  ['chat', 'open', 'chat'],
  ['chat', 'call', 'chat/call'],
  ['chat', 'minimise', 'chat/min'],
  ['chat', 'close', 'label'],
  ['chat/min', 'open', 'chat'],
  ['chat/min', 'call', 'call'],
  ['chat/min', 'minimise', 'chat/min'],
  ['chat/min', 'close', 'label'],
  ['call', 'open', 'chat'],
  ['call', 'call', 'call'],
  ['call', 'close', 'label'],
  ['chat/call', 'open', 'chat'],
  ['chat/call', 'call', 'chat/call'],
  ['chat/call', 'minimise', 'chat/min'],
  ['chat/call', 'close', 'label'],
]

for (const [from, wish, to] of TABLE) {
  test(`W13 ${from}, ${wish}: ${to}`, () => assert.equal(move(from, wish), to))
}

test('W13 the window is visible in three states', () => {
  const states: State[] = ['label', 'chat', 'chat/min', 'call', 'chat/call']
  assert.deepEqual(states.filter(isOpen), ['chat', 'call', 'chat/call'])
})
