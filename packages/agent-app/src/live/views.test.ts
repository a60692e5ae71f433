import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import fc from 'fast-check'
import { comesToQueue, found, listOf, newer, place, unreadOfAll, VIEWS } from './views.ts'

const ME = 1
const visitor = {
  number: '7',
  id: 'x',
  name: 'Zoë Ångström',
  phone: null,
  email: null,
  photo: null,
  url: null,
  chats: 1,
  visits: 1,
  since: 10,
}
const base: ChatForMe = {
  id: 1,
  state: 'open',
  owner: 'queue',
  agent: null,
  bot: null,
  epoch: 1,
  channel: { id: 1, name: 'App', kind: 'api' },
  visitor,
  last: 1,
  lastAt: 10,
  preview: 'Where is my parcel?',
  previewFrom: 'visitor',
  received: 1,
  failed: 0,
  openedAt: 10,
  waitingSince: 10,
  closedAt: null,
  seen: 0,
}
const chat = (change: Partial<ChatForMe>): ChatForMe => ({ ...base, ...change })

const chats = fc.array(fc.record({ how: fc.nat(3), at: fc.nat(1000) }), { maxLength: 60 }).map((rows) =>
  rows.map(({ how, at }, index) => {
    const head = { id: index + 1, openedAt: at, lastAt: at }
    if (how === 0) return chat({ ...head, waitingSince: at })
    if (how === 3) return chat({ ...head, state: 'closed', owner: 'nobody', waitingSince: null, closedAt: at })
    return chat({ ...head, owner: 'agent', waitingSince: null, agent: { id: how, name: `${how}` } })
  }),
)

test('reading page by page equals reading all at once', () => {
  fc.assert(
    fc.property(chats, fc.constantFrom(...VIEWS), fc.integer({ min: 1, max: 9 }), (all, view, size) => {
      const fresh = listOf(view, all, { next: null, edge: 0 }, ME)
      const byId = new Map(all.map((one) => [one.id, one]))
      for (let end = size; end < fresh.length; end += size) {
        const edge = place(view, byId.get(fresh[end - 1]!)!)
        // Chats beyond the edge that are known from elsewhere must not show; chats equal to the edge may.
        const part = listOf(view, all, { next: 'more', edge }, ME)
        assert.deepEqual(part, fresh.slice(0, part.length))
        assert.ok(part.length >= end)
        assert.ok(part.every((id) => place(view, byId.get(id)!) <= edge))
      }
    }),
  )
})

test('Waiting begins with the longest wait, All with the newest message', () => {
  const two = [chat({ id: 1, waitingSince: 5, lastAt: 90 }), chat({ id: 2, waitingSince: 9, lastAt: 95 })]
  assert.deepEqual(listOf('waiting', two, { next: null, edge: 0 }, ME), [1, 2])
  assert.deepEqual(listOf('all', two, { next: null, edge: 0 }, ME), [2, 1])
})

test('of two rows of a chat the one with the larger `last` is kept, and read messages stay read', () => {
  const old = chat({ last: 3, seen: 2, preview: 'old' })
  const late = chat({ last: 5, seen: 0, preview: 'late' })
  assert.deepEqual(newer(old, late), { ...late, seen: 2 })
  assert.deepEqual(newer(late, old), { ...late, seen: 2 })
  assert.equal(newer(undefined, old), old)
})

test('the unread count has the agent’s chats and the waiting chats that concern the agent', () => {
  const sum = unreadOfAll(
    [
      chat({ id: 1, received: 3, seen: 1 }),
      chat({ id: 2, owner: 'agent', agent: { id: ME, name: 'Me' }, received: 4, seen: 4 }),
      chat({ id: 3, owner: 'agent', agent: { id: 2, name: 'Ben' }, received: 9 }),
      chat({ id: 4, state: 'closed', owner: 'nobody', received: 9 }),
      chat({ id: 5, received: 9 }),
    ],
    ME,
    ({ id }) => id !== 5,
  )
  assert.equal(sum, 2)
})

test('the filter finds by name without accents, number, channel and preview', () => {
  for (const query of ['zoe', 'ANGSTROM', '#7', 'app', 'parcel where', '']) assert.ok(found(query, base), query)
  for (const query of ['ben', '#8', 'parcel lost']) assert.ok(!found(query, base), query)
})

test('a chat comes to the queue when a bot or a colleague leaves it, not when this agent puts it back', () => {
  const line = (owner: ChatForMe['owner'], last: number, agent: ChatForMe['agent'] = null) => ({
    owner,
    last,
    agent,
  })
  assert.equal(comesToQueue(line('bot', 3), line('queue', 4), ME), true)
  assert.equal(comesToQueue(line('agent', 3, { id: 2, name: 'Bob' }), line('queue', 4), ME), true)
  assert.equal(comesToQueue(line('agent', 3, { id: ME, name: 'Ann' }), line('queue', 4), ME), false)
  assert.equal(comesToQueue(line('queue', 3), line('queue', 4), ME), false)
  // A row that arrives late describes an earlier state.
  assert.equal(comesToQueue(line('bot', 5), line('queue', 4), ME), false)
})
