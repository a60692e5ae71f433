import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VisitorEntry } from '@deskbell/protocol/widget/frames'
import { agentIn, isAfter, latest, openChat, rateable, addEntries } from './thread.ts'

const said = (chat: number, n: number): VisitorEntry => ({
  type: 'message',
  chat,
  n,
  at: n,
  from: 'visitor',
  id: `m${chat}.${n}`,
  text: `${chat}.${n}`,
})
const closed = (chat: number, n: number, rate = true): VisitorEntry => ({ type: 'chat.closed', chat, n, at: n, rate })
const joined = (chat: number, n: number, name: string): VisitorEntry => ({
  type: 'agent.joined',
  chat,
  n,
  at: n,
  agent: { name },
})
const places = (entries: VisitorEntry[]) => entries.map(({ chat, n }) => `${chat}.${n}`)

test('R15 entries are kept in order, each once, whatever the order and number of arrivals', () => {
  const all = [said(1, 1), said(1, 2), said(1, 4), said(2, 1), said(2, 2), said(3, 1)]
  for (let turn = 0; turn < 200; turn++) {
    const entries: VisitorEntry[] = []
    const shuffled = [...all, ...all.slice(turn % 4)].sort(() => Math.random() - 0.5)
    let fresh = 0
    while (shuffled.length > 0) fresh += addEntries(entries, shuffled.splice(0, 1 + (turn % 3))).length
    assert.deepEqual(places(entries), places(all))
    assert.equal(fresh, all.length)
  }
})

test('only new entries are returned', () => {
  const entries = [said(1, 1), said(1, 2)]
  assert.deepEqual(places(addEntries(entries, [said(1, 2), said(1, 3)])), ['1.3'])
})

test('positions are ordered across chats', () => {
  assert.equal(isAfter({ chat: 2, n: 1 }, { chat: 1, n: 9 }), true)
  assert.equal(isAfter({ chat: 1, n: 9 }, { chat: 1, n: 9 }), false)
  assert.equal(isAfter({ chat: 1, n: 0 }, null), true)
  assert.deepEqual(latest({ chat: 1, n: 2 }, { chat: 1, n: 3 }), { chat: 1, n: 3 })
  assert.equal(latest(undefined, null), null)
})

test('a chat is open until it is closed', () => {
  assert.equal(openChat([]), undefined)
  assert.equal(openChat([said(1, 1)]), 1)
  assert.equal(openChat([said(1, 1), closed(1, 2)]), undefined)
  assert.equal(openChat([said(1, 1), closed(1, 2), said(2, 1)]), 2)
})

test('the newest closed chat can be rated once', () => {
  assert.equal(rateable([said(1, 1), closed(1, 2)]), 1)
  assert.equal(rateable([said(1, 1), closed(1, 2, false)]), undefined)
  assert.equal(rateable([said(1, 1), closed(1, 2), said(2, 1)]), undefined)
  const rated: VisitorEntry = { type: 'chat.rated', chat: 1, n: 3, at: 3, rating: 'positive' }
  assert.equal(rateable([said(1, 1), closed(1, 2), rated]), undefined)
})

test('the head shows the agent in the chat', () => {
  assert.equal(agentIn([said(1, 1)]), undefined)
  assert.deepEqual(agentIn([said(1, 1), joined(1, 2, 'Ann'), said(1, 3)]), { name: 'Ann' })
  assert.equal(agentIn([said(1, 1), joined(1, 2, 'Ann'), closed(1, 3)]), undefined)
})
