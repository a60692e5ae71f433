import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { whoOf } from '../inbox/who.ts'
import type { ChatForMe, EntriesPage } from '@deskbell/protocol/agent/chat'
import type { Entry } from '@deskbell/protocol/agent/entry'
import type { Me } from '@deskbell/protocol/agent/people'
import { addEntries, readThread, shorten } from './history.ts'
import { receiveChat, refreshInbox, seen, storeChat } from './inbox.ts'
import { createLive, type Live } from './state.ts'

const ME: Me = {
  id: 1,
  name: 'Ann',
  email: 'ann@shop.test',
  photo: null,
  phone: null,
  language: null,
  hold: 0,
  role: 'agent',
  status: 'online',
  departments: [],
  account: { id: 1, name: 'Shop', logo: null, safeUrl: [] },
}
const A = { id: 7, last: 1, seen: 0, received: 1, lastAt: 1, state: 'closed', agent: null } as unknown as ChatForMe
const WRITTEN = { n: 1, at: 1, type: 'message', from: 'visitor', text: 'hi', attachments: [] }

/** The server's answer for chat 7; the lists are empty, as for a closed chat. */
let answer: () => Response
let asked: string[]
/** The newest page of its entries. */
let newest: EntriesPage
const respond = async (input: string | URL | Request): Promise<Response> => {
  const path = typeof input === 'string' ? input : ''
  asked.push(path)
  if (path.startsWith('/api/chats?')) return Response.json({ chats: [], next: null })
  if (path.includes('/entries')) return Response.json(newest)
  return answer()
}
const refusal = (status: number) => Response.json({ error: { code: 'x', message: 'Not yours.' } }, { status })

beforeEach(() => {
  asked = []
  answer = () => Response.json(A)
  newest = { entries: [WRITTEN as unknown as Entry], more: false }
  mock.method(globalThis, 'fetch', respond)
  mock.timers.enable({ apis: ['setTimeout'] })
})
afterEach(() => {
  mock.timers.reset()
  mock.restoreAll()
})

async function hurried(work: Promise<void>): Promise<void> {
  let done = false
  void work.finally(() => (done = true))
  while (!done) {
    mock.timers.tick(5000)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Chat 7 is loaded and open. */
async function opened() {
  const live = createLive(ME)
  storeChat(live, A)
  live.open.set(7)
  await readThread(live, 7)
  assert.ok(live.threads.get(7)?.thread)
  return live
}

test('a chat that left every list is fetched again when it is opened', async () => {
  const live = await opened()
  live.open.set(8)
  answer = () => refusal(404)
  await hurried(refreshInbox(live))
  assert.equal(live.chats.get(7), undefined)
  answer = () => Response.json(A)
  live.open.set(7)
  await readThread(live, 7)
  assert.equal(live.chats.get(7)?.id, 7)
  assert.equal(live.threads.get(7)?.loading.state, 'no')
})

test('the open chat is refetched with retries, and stays unchanged when the server does not answer', async () => {
  const live = await opened()
  answer = () => refusal(503)
  await hurried(refreshInbox(live))
  assert.equal(asked.filter((path) => path === '/api/chats/7').length, 4)
  assert.equal(live.chats.get(7)?.id, 7)
  assert.ok(live.threads.get(7)?.thread)
})

test('an open chat that the agent may no longer read shows that', async () => {
  const live = await opened()
  answer = () => refusal(404)
  await hurried(refreshInbox(live))
  assert.equal(live.chats.get(7), undefined)
  assert.equal(live.threads.get(7)?.thread, null)
  assert.deepEqual(live.threads.get(7)?.loading, { state: 'failed', problem: 'Not yours.' })
})

test('an event of a chat that is not loaded makes its row and its announcement without a request', () => {
  const live = createLive(ME)
  live.views.set('all', { ids: [], extent: { next: null, edge: { at: 0, id: 0 } }, loading: { state: 'no' } })
  const chat = {
    ...A,
    last: 9,
    received: 5,
    state: 'open',
    previewFrom: 'visitor',
    visitor: { name: null, email: null, phone: null, number: '27' },
  } as ChatForMe
  receiveChat(live, chat, { visitorWrote: true })
  const arrival = live.arrival.get()
  assert.ok(arrival?.what === 'message' && arrival.chat === 7)
  assert.equal(whoOf(arrival), 'Visitor 27', 'a visitor without a name is told from others')
  assert.deepEqual(live.views.get('all')?.ids, [7])
  assert.equal(live.chats.get(7)?.seen, 4)
  // The server reports what was read: fewer messages than the guess.
  seen(live, 7, { count: 2 })
  assert.equal(live.chats.get(7)?.seen, 2)
  // A later report never lowers the number.
  seen(live, 7, { count: 1 })
  assert.equal(live.chats.get(7)?.seen, 2)
  // The row was dropped; the server does not report the number again.
  live.chats.delete(7)
  receiveChat(live, { ...chat, last: 10 })
  assert.equal(live.chats.get(7)?.seen, 2)
  assert.deepEqual(asked, [])
})

test('an unknown chat announces a message only when the visitor wrote', () => {
  const live = createLive(ME)
  const chat = { ...A, last: 2, state: 'open', previewFrom: 'visitor', visitor: { name: 'Vera' } } as ChatForMe
  receiveChat(live, chat)
  assert.equal(live.arrival.get(), null)
})

test('while much happens the lists are published together, and the last change is among them', () => {
  const live = createLive(ME)
  live.views.set('all', { ids: [], extent: { next: null, edge: { at: 0, id: 0 } }, loading: { state: 'no' } })
  let published = 0
  live.views.subscribe('all', () => published++)
  for (let id = 1; id <= 100; id++) receiveChat(live, { ...A, id, state: 'open', visitor: { name: null } } as ChatForMe)
  assert.deepEqual(live.views.get('all')?.ids, [1])
  mock.timers.tick(250)
  assert.equal(live.views.get('all')?.ids.length, 100)
  assert.equal(published, 2)
})

test('a long conversation is shortened to its newest page, unless the page lacks what came or the reader left the end', async () => {
  const live = await opened()
  const came = (n: number) => ({ ...WRITTEN, n, text: `entry ${n}` }) as unknown as Entry
  addEntries(live, 7, [2, 3, 4].map(came), false)
  const shown = () => live.threads.get(7)?.thread?.folded.items.map(({ n }) => n)
  // The page of the server has the first entry only: three came after it.
  await shorten(live, 7, () => true)
  assert.deepEqual(shown(), [1, 2, 3, 4])
  newest = { entries: [came(3), came(4)], more: true }
  await shorten(live, 7, () => false)
  assert.deepEqual(shown(), [1, 2, 3, 4])
  await shorten(live, 7, () => true)
  assert.deepEqual(shown(), [3, 4])
  assert.deepEqual([live.threads.get(7)?.thread?.first, live.threads.get(7)?.thread?.more], [3, true])
  addEntries(live, 7, [came(5)], false)
  assert.deepEqual(shown(), [3, 4, 5])
})

/** The server erased chat 7, as a row, a frame or a list reports. */
const ERASED = { ...A, last: 3, erased: true, visitor: { name: null } } as ChatForMe
const textsOf = (live: Awaited<ReturnType<typeof opened>>) => JSON.stringify(live.threads.get(7)?.thread)

test('a row that reports an erasure removes the chat’s content at once, wherever the row comes from', async () => {
  const ways = {
    socket: (live: Live) => receiveChat(live, ERASED),
    request: (live: Live) => storeChat(live, ERASED),
    refresh: async (live: Live) => {
      answer = () => Response.json(ERASED)
      await hurried(refreshInbox(live))
    },
  }
  for (const [way, tell] of Object.entries(ways)) {
    const live = await opened()
    const told: number[] = []
    live.erased.subscribe(() => told.push(live.erased.get()?.chat ?? 0))
    assert.match(textsOf(live), /"hi"/, way)
    await tell(live)
    assert.doesNotMatch(textsOf(live), /"hi"/, way)
    assert.deepEqual(told, [7], way)
    receiveChat(live, ERASED)
    assert.deepEqual(told, [7], `${way}: once`)
    answer = () => Response.json(A)
  }
})

test('a page that was read before the erasure and arrives after it shows no content', async () => {
  const live = createLive(ME)
  storeChat(live, A)
  live.open.set(7)
  const reading = readThread(live, 7)
  receiveChat(live, ERASED)
  await reading
  assert.equal(live.threads.get(7)?.thread?.last, 1)
  assert.doesNotMatch(textsOf(live), /"hi"/)
})

test('the erasure of an unknown chat is reported to the other screens too', () => {
  const live = createLive(ME)
  let told = 0
  live.erased.subscribe(() => told++)
  receiveChat(live, ERASED)
  assert.equal(told, 1)
})
