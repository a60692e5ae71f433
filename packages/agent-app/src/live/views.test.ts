import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import fc from 'fast-check'
import { parseList, VIEWS } from './lists.ts'
import { comesToQueue, comparePlaces, found, listAfter, listOf, newer, place, unreadFor } from './views.ts'

const ME = 1
const visitor = {
  contact: 1,
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
    // Several chats share a time, and many a minute.
    const head = { id: index + 1, openedAt: at, lastAt: at * 300 }
    if (how === 0) return chat({ ...head, waitingSince: at })
    if (how === 3) return chat({ ...head, state: 'closed', owner: 'nobody', waitingSince: null, closedAt: at })
    return chat({ ...head, owner: 'agent', waitingSince: null, agent: { id: how, name: `${how}` } })
  }),
)

const WHOLE = { next: null, edge: { at: 0, id: 0 } }
const MINUTE = 60_000

test('reading page by page equals reading all at once, with many chats of the same minute', () => {
  fc.assert(
    fc.property(chats, fc.constantFrom(...VIEWS), fc.integer({ min: 1, max: 9 }), (all, view, size) => {
      const fresh = listOf(view, all, WHOLE, ME)
      const byId = new Map(all.map((one) => [one.id, one]))
      for (let end = size; end < fresh.length; end += size) {
        const edge = place(view, byId.get(fresh[end - 1]!)!)
        // Chats beyond the edge that are known from elsewhere must not show, not even of the same minute.
        assert.deepEqual(listOf(view, all, { next: 'more', edge }, ME), fresh.slice(0, end))
      }
    }),
  )
})

test('a list after changes equals the list made anew', () => {
  fc.assert(
    fc.property(chats, chats, fc.constantFrom(...VIEWS), fc.nat(60), (all, changes, view, size) => {
      const known = new Map(all.map((one) => [one.id, one]))
      const whole = listOf(view, all, WHOLE, ME)
      const last = known.get(whole[size - 1] ?? -1)
      const extent = last ? { next: 'more', edge: place(view, last) } : WHOLE
      const list = { ids: listOf(view, all, extent, ME), extent }
      const changed = new Set<number>()
      // Every third chat changes; some are new, and one is gone.
      for (const one of changes) {
        if (one.id % 3) continue
        changed.add(one.id)
        known.set(one.id, one)
      }
      changed.add(1)
      known.delete(1)
      assert.deepEqual(
        listAfter(view, list, changed, { chats: known, me: ME }),
        listOf(view, known.values(), extent, ME),
      )
    }),
  )
})

test('Waiting begins with the longest wait, All with the newest minute, and the newest chat within a minute', () => {
  const minutes = [
    chat({ id: 3, lastAt: 5 * MINUTE }),
    chat({ id: 1, lastAt: 7 * MINUTE + 2 }),
    chat({ id: 2, lastAt: 7 * MINUTE }),
  ]
  assert.deepEqual(listOf('all', minutes, WHOLE, ME), [2, 1, 3])
  const waiting = [chat({ id: 4, waitingSince: 9 }), chat({ id: 2, waitingSince: 9 }), chat({ id: 7, waitingSince: 5 })]
  assert.deepEqual(listOf('waiting', waiting, WHOLE, ME), [7, 2, 4])
  assert.ok(comparePlaces(place('closed', chat({ closedAt: 9 })), place('closed', chat({ closedAt: 5 }))) < 0)
})

test('of two rows of a chat the one with the larger `last` is kept, and read messages stay read', () => {
  const old = chat({ last: 3, seen: 2, preview: 'old' })
  const late = chat({ last: 5, seen: 0, preview: 'late' })
  assert.deepEqual(newer(old, late), { ...late, seen: 2 })
  assert.deepEqual(newer(late, old), { ...late, seen: 2 })
  assert.equal(newer(undefined, old), old)
})

test('the unread count has the agent’s chats and the waiting chats that concern the agent', () => {
  const counted = [
    chat({ id: 1, received: 3, seen: 1 }),
    chat({ id: 2, owner: 'agent', agent: { id: ME, name: 'Me' }, received: 4, seen: 3 }),
    chat({ id: 3, owner: 'agent', agent: { id: 2, name: 'Ben' }, received: 9 }),
    chat({ id: 4, state: 'closed', owner: 'nobody', received: 9 }),
    chat({ id: 5, received: 9 }),
  ].map((one) => unreadFor(one, ME, ({ id }) => id !== 5))
  assert.deepEqual(counted, [2, 1, 0, 0, 0])
})

test('the filter finds by name without accents, number, channel and preview', () => {
  for (const query of ['zoe', 'ANGSTROM', '#7', 'app', 'parcel where', '']) assert.ok(found(query, base), query)
  for (const query of ['ben', '#8', 'parcel lost']) assert.ok(!found(query, base), query)
})

test('a chat is announced as waiting when a bot or a colleague leaves it, not when this agent returns it', () => {
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

test('a list of closed chats by agent has the chats that the server found, and one by tag follows events', () => {
  const closed = (id: number, tags: number[]) =>
    chat({ id, state: 'closed', owner: 'nobody', waitingSince: null, closedAt: 20 + id, tags })
  const all = [closed(1, [5]), closed(2, []), closed(3, [5]), chat({ id: 4, tags: [5] })]
  assert.deepEqual(listOf('closed,tag=5', all, WHOLE, ME), [3, 1])
  assert.deepEqual(listOf('closed,agent=2', all, { ...WHOLE, found: new Set([2, 3]) }, ME), [3, 2])
  assert.deepEqual(listOf('closed,agent=2,tag=5', all, { ...WHOLE, found: new Set([2, 3]) }, ME), [3])
})

test('the address of a list of closed chats keeps the conditions that closed chats can meet', () => {
  assert.equal(parseList('closed,agent=2,tag=5'), 'closed,agent=2,tag=5')
  assert.equal(parseList('closed,agent=0,waited=5,unread=true,channel=1'), 'closed,channel=1')
})
