import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toStalls } from './stalls.ts'

test('waits that overlap are one stall, in the order of their times', () => {
  const wait = (chat: number, from: number, to: number) => ({ chat, agent: 1, from, to, span: to - from })
  const stalls = toStalls([wait(3, 9000, 9500), wait(1, 1000, 3000), wait(2, 2000, 4000), wait(4, 3500, 3600)])
  assert.deepEqual(
    stalls.map(({ from, to, chats, wait: { chat } }) => [from, to, chats, chat]),
    [
      [1000, 4000, 3, 1],
      [9000, 9500, 1, 3],
    ],
  )
})
