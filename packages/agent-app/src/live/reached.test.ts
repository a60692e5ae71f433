import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelKind } from '@deskbell/protocol/agent/channel'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Item } from './fold.ts'
import { reachedOf } from './reached.ts'

const message = (n: number, from: 'visitor' | 'agent' | 'bot'): Item => ({
  kind: 'message',
  n,
  at: n,
  from,
  text: `${n}`,
  attachments: [],
  status: { state: 'stored' },
})
const chatOf = (kind: ChannelKind): Pick<ChatForMe, 'channel'> => ({ channel: { id: 1, name: 'Site', kind } })
const ENTRIES = [
  message(1, 'visitor'),
  message(2, 'agent'),
  message(4, 'visitor'),
  message(5, 'agent'),
  message(6, 'bot'),
]

test('a visitor who writes has received the entries before, and later ones are unknown', () => {
  assert.equal(reachedOf(chatOf('widget'), ENTRIES, undefined), 4)
  assert.equal(reachedOf(chatOf('widget'), [message(2, 'agent')], undefined), 0)
})

test('an acknowledgement of the visitor’s page counts', () => {
  assert.equal(reachedOf(chatOf('widget'), ENTRIES, 5), 5)
  assert.equal(reachedOf(chatOf('widget'), ENTRIES, 2), 4)
})

test('A13 on other channels only delivery entries show that a message arrived', () => {
  for (const kind of ['api', 'telegram'] as const) assert.equal(reachedOf(chatOf(kind), ENTRIES, 5), 0)
})
