import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Me } from '@deskbell/protocol/agent/people'
import { setView } from './publish.ts'
import { restore, toSnapshot } from './snapshot.ts'
import { createLive, IDLE } from './state.ts'

const ME = { id: 7, name: 'Ann', account: { id: 1, name: 'Shop' } } as Me
const chatOf = (id: number) =>
  ({ id, state: 'open', owner: 'queue', openedAt: id, lastAt: id, last: 1, received: 1, seen: 0 }) as ChatForMe

function liveWith(count: number) {
  const live = createLive(ME)
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  for (const id of ids) live.chats.set(id, chatOf(id))
  setView(live, 'waiting', { ids, extent: { next: null, edge: { at: count, id: count } }, loading: IDLE })
  return live
}

test('a restored snapshot shows the same rows and the same unread count', () => {
  const before = liveWith(3)
  const snapshot = toSnapshot(before)
  assert.ok(snapshot)
  const after = createLive(snapshot.me)
  restore(after, structuredClone(snapshot))
  assert.deepEqual(after.views.get('waiting')?.ids, [1, 2, 3])
  assert.deepEqual([...after.chats.values()], [...before.chats.values()])
  assert.equal(after.unread.get(), 3)
})

test('of a long list only the beginning is kept, and the rest is known to be missing', () => {
  const snapshot = toSnapshot(liveWith(500))
  assert.equal(snapshot?.chats.length, 100)
  assert.notEqual(snapshot?.views[0]?.extent.next, null)
})

test('without a loaded view there is nothing to keep', () => {
  assert.equal(toSnapshot(createLive(ME)), null)
})
