import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Item } from '../live/fold.ts'
import { lastAgent } from './last-agent.ts'

const ANN = { id: 1, name: 'Ann' }
const BOB = { id: 2, name: 'Bob' }
const joined = (n: number, agent: typeof ANN): Item => ({
  kind: 'note',
  n,
  at: n,
  entry: { type: 'agent.joined', n, at: n, from: 'system', agent },
})
const said = (n: number, from: 'visitor' | 'agent', agent?: typeof ANN): Item => ({
  kind: 'message',
  n,
  at: n,
  from,
  text: 'x',
  attachments: [],
  status: { state: 'stored' },
  ...(agent && { agent }),
})

test('the agent of a closed chat is the one who joined or wrote last', () => {
  assert.deepEqual(lastAgent([joined(1, ANN), said(2, 'agent', ANN), joined(3, BOB), said(4, 'visitor')]), BOB)
  assert.deepEqual(lastAgent([joined(1, BOB), said(2, 'agent', ANN), said(3, 'visitor')]), ANN)
  assert.equal(lastAgent([said(1, 'visitor')]), undefined)
})

test('the agent who closed a chat is named while no earlier entry names another', () => {
  const closed: Item = {
    kind: 'note',
    n: 9,
    at: 9,
    entry: { type: 'chat.closed', n: 9, at: 9, from: 'system', agent: ANN },
  }
  assert.deepEqual(lastAgent([said(8, 'visitor'), closed]), ANN)
  assert.deepEqual(lastAgent([joined(7, BOB), said(8, 'visitor'), closed]), BOB)
})
