import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Chat } from '@deskbell/protocol/agent/chat'
import type { Me } from '@deskbell/protocol/agent/people'
import { receiveChat, seen } from './inbox.ts'
import { publish, relist, stopPublishing } from './publish.ts'
import { createLive } from './state.ts'

const ANN = { id: 1, name: 'Ann' }
const BEN = { id: 2, name: 'Ben' }
const CHATS = 20
const CHANGES = 600

const chatOf = (id: number, last: number, change: Partial<Chat>): Chat =>
  ({
    id,
    state: 'open',
    owner: 'queue',
    agent: null,
    visitor: { name: 'Vera' },
    last,
    lastAt: last,
    openedAt: 1,
    waitingSince: 1,
    received: last,
    failed: 0,
    previewFrom: 'visitor',
    ...change,
  }) as Chat
/** Waiting, held by Ann and by Ben, answered by a bot, closed. */
const STATES: readonly Partial<Chat>[] = [
  {},
  { owner: 'agent', agent: ANN },
  { owner: 'agent', agent: BEN },
  { owner: 'bot' },
  { state: 'closed', owner: 'nobody' },
]

test('the unread count after each change equals that of all chats', () => {
  const live = createLive({ ...ANN, departments: [], account: { id: 1 } } as unknown as Me)
  const counts = new Set<number>()
  for (let n = 1; n <= CHANGES; n++) {
    const id = 1 + ((n * 7) % CHATS)
    if (n % 3 === 0) seen(live, id, { count: n - (n % 5) })
    else receiveChat(live, chatOf(id, n, STATES[(n * 11) % STATES.length] ?? {}))
    // Several changes may be published together.
    if (n % 4 === 0) continue
    publish(live)
    const count = live.unread.get()
    relist(live)
    assert.equal(count, live.unread.get(), `after change ${n}`)
    counts.add(count)
  }
  assert.ok(counts.size > 20, 'the count changes')
  stopPublishing(live)
})
