import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Chat } from '@deskbell/protocol/agent/chat'
import type { Me } from '@deskbell/protocol/agent/people'
import { concerns } from './alerts.ts'
import { receiveChat } from './inbox.ts'
import { publish } from './publish.ts'
import { createLive, type Live } from './state.ts'

const [ANN, BOB, CY] = [1, 2, 3]
const [SALES, HELP, GONE] = [
  { id: 10, name: 'Sales' },
  { id: 11, name: 'Help' },
  { id: 12, name: 'Old' },
]

/** The unread count, after all that has happened. */
function unreadIn(live: Live): number {
  publish(live)
  return live.unread.get()
}

/** Ann works in Help; Bob and Cy work in Sales. */
function session(): Live {
  const me = { id: ANN, departments: [HELP.id], account: { id: 1, name: 'Shop', safeUrl: [] } } as unknown as Me
  const live = createLive(me)
  live.departments.set([
    { ...SALES, agents: [BOB, CY] },
    { ...HELP, agents: [ANN] },
  ])
  return live
}

test('W21 a waiting chat alerts the chosen department, and all agents without one or without an online agent', () => {
  const live = session()
  live.presence.set(BOB, 'online')
  live.presence.set(CY, 'offline')
  assert.equal(concerns(live, {}), true)
  assert.equal(concerns(live, { department: HELP }), true)
  assert.equal(concerns(live, { department: SALES }), false)
  assert.equal(concerns(live, { department: GONE }), true)
  live.presence.set(BOB, 'away')
  assert.equal(concerns(live, { department: SALES }), true)
  live.presence.set(CY, 'online')
  assert.equal(concerns(live, { department: SALES }), false)
  live.departments.set([])
  assert.equal(concerns(live, { department: SALES }), true)
})

const chatOf = (id: number, change: Partial<Chat> = {}): Chat =>
  ({
    id,
    state: 'open',
    owner: 'queue',
    agent: null,
    visitor: { name: 'Vera' },
    last: 1,
    lastAt: 1,
    openedAt: 1,
    waitingSince: 1,
    received: 1,
    failed: 0,
    previewFrom: 'visitor',
    ...change,
  }) as Chat

test('W21 a chat of another department is neither announced nor counted, until the agent holds it', () => {
  const live = session()
  live.presence.set(BOB, 'online')
  receiveChat(live, chatOf(1, { department: SALES }))
  receiveChat(live, chatOf(1, { department: SALES, last: 2, received: 2 }))
  assert.equal(live.arrival.get(), null)
  assert.equal(unreadIn(live), 0)
  assert.ok(live.chats.get(1), 'it is seen all the same')

  receiveChat(live, chatOf(2, { department: HELP }), { visitorWrote: true, seen: 0 })
  assert.deepEqual(live.arrival.get(), { what: 'message', chat: 2, visitor: { name: 'Vera' } })
  assert.equal(unreadIn(live), 1)

  // A bot answered the chat, which now waits for Sales; then a colleague hands it to Ann.
  live.arrival.set(null)
  receiveChat(live, chatOf(3, { department: SALES, owner: 'bot', waitingSince: null }))
  receiveChat(live, chatOf(3, { department: SALES, last: 2 }))
  assert.equal(live.arrival.get(), null)
  receiveChat(
    live,
    chatOf(3, { department: SALES, owner: 'agent', agent: { id: ANN, name: 'Ann' }, last: 3, received: 2 }),
  )
  assert.equal(live.arrival.get()?.what, 'message')
  assert.equal(unreadIn(live), 3)
})
