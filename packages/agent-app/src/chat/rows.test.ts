import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call } from '@deskbell/protocol/agent/call'
import type { Item } from '../live/fold.ts'
import { firstUnreadOf, type Row, toRows } from './rows.ts'

const NOON = new Date(2026, 2, 3, 12).getTime()
const MINUTE = 60_000
const message = (n: number, at: number, from: 'visitor' | 'agent' = 'visitor', agent?: number): Item => ({
  kind: 'message',
  n,
  at,
  from,
  text: `${n}`,
  attachments: [],
  status: { state: 'stored' },
  ...(agent ? { agent: { id: agent, name: 'A' } } : {}),
})
const OPTIONS = { complete: true, firstUnread: null, me: 1 }
const shape = (rows: Row[]) =>
  rows
    .map((row) => {
      if (row.kind === 'begin') return 'begin'
      const marks = `${row.day === null ? '' : 'day '}${row.fresh ? 'new ' : ''}`
      return `${marks}${row.key}${'head' in row ? `${row.head ? 'h' : ''}${row.tail ? 't' : ''}` : ''}`
    })
    .join(' ')

test('consecutive messages of one author form a group; another author, a pause and a note end it', () => {
  const items = [
    message(1, NOON),
    message(2, NOON + MINUTE),
    message(3, NOON + 7 * MINUTE),
    message(4, NOON + 7 * MINUTE, 'agent', 1),
    message(5, NOON + 7 * MINUTE, 'agent', 2),
    message(6, NOON + 8 * MINUTE, 'agent', 2),
  ]
  assert.equal(shape(toRows(items, [], OPTIONS)), 'begin day n1h n2t n3ht n4ht n5h n6t')
})

test('each day has its mark, also if only an unsent message is of that day', () => {
  const pending = {
    key: 'L',
    chat: 1,
    at: NOON + 24 * 60 * MINUTE,
    text: 'x',
    files: [],
    file: null,
    state: { is: 'queued' } as const,
    after: 1,
  }
  assert.equal(shape(toRows([message(1, NOON)], [pending], OPTIONS)), 'begin day n1ht day Lht')
})

test("an unsent message joins this agent's group, and is never older than the row above it", () => {
  const pending = {
    key: 'L',
    chat: 1,
    at: NOON - 99 * MINUTE,
    text: 'x',
    files: [],
    file: null,
    state: { is: 'queued' } as const,
    after: 1,
  }
  assert.equal(shape(toRows([message(1, NOON, 'agent', 1)], [pending], OPTIONS)), 'begin day n1h Lt')
})

test('the unread mark is shown before the first unread message', () => {
  const items = [message(1, NOON), message(2, NOON, 'agent', 1), message(3, NOON), message(4, NOON)]
  const of = (unread: number, complete = true, last = 4) => firstUnreadOf(items, { unread, last, complete })
  assert.equal(of(0), null)
  assert.equal(of(2), 3)
  assert.equal(of(9), 1)
  // Message 4 came after the agent had opened the chat.
  assert.equal(of(1, true, 3), 3)
  assert.equal(of(3, false), 1)
  assert.equal(of(4, false), 'unknown')
  assert.equal(shape(toRows(items, [], { ...OPTIONS, firstUnread: 3 })), 'begin day n1ht n2ht new n3h n4t')
})

test('the first entry of a chat is shown as the beginning', () => {
  assert.equal(shape(toRows([message(1, NOON)], [], OPTIONS)), 'begin day n1ht')
})

test('a page of history adds rows above, and changes neither the day nor the groups of those below', () => {
  const items = Array.from({ length: 30 }, (_, index) => message(index + 1, NOON + index * 3 * MINUTE, 'agent', 1))
  const whole = toRows(items, [], OPTIONS)
  for (let loaded = 2; loaded < 30; loaded++) {
    const later = toRows(items.slice(-loaded), [], { ...OPTIONS, complete: false })
    assert.equal(later.length, loaded - 1, 'of the first entry it is not known what is before it')
    assert.equal(shape(whole).endsWith(shape(later)), true, shape(later))
  }
})

test('a failed message ends its group', () => {
  const bad: Item = { ...message(1, NOON, 'agent', 1), status: { state: 'failed', at: NOON, text: 'no' } } as Item
  assert.equal(shape(toRows([bad, message(2, NOON, 'agent', 1)], [], OPTIONS)), 'begin day n1ht n2ht')
})

test('two bots are two authors', () => {
  const says = (n: number, bot: number): Item =>
    ({ ...message(n, NOON), from: 'bot', bot: { id: bot, name: 'B' } }) as Item
  assert.equal(shape(toRows([says(1, 1), says(2, 1), says(3, 2)], [], OPTIONS)), 'begin day n1h n2t n3ht')
})

test('only the last rating is a row: a thumb, and the same thumb with its text', () => {
  const rated = (n: number, text?: string): Item => ({
    kind: 'note',
    n,
    at: NOON,
    entry: { type: 'chat.rated', n, at: NOON, from: 'visitor', rating: 'positive', ...(text && { text }) },
  })
  const items = [message(1, NOON), rated(2), message(3, NOON), rated(4, 'Quick and kind.')]
  assert.equal(shape(toRows(items, [], OPTIONS)), 'begin day n1h n3t n4')
  assert.equal(shape(toRows(items.slice(0, 3), [], OPTIONS)), 'begin day n1ht n2 n3ht')
})

test('a call stands at its time, ends a group, and comes with the items that are loaded', () => {
  const call = (id: number, started: number) => ({ id, started }) as Call
  const items = [message(1, NOON), message(2, NOON + 2 * MINUTE)]
  const calls = [call(1, NOON - MINUTE), call(2, NOON + MINUTE), call(3, NOON + 3 * MINUTE)]
  const rows = (complete: boolean) => shape(toRows(items, [], { ...OPTIONS, complete, calls }))
  assert.equal(rows(true), 'begin day call1 n1ht call2 n2ht call3')
  assert.equal(rows(false), 'call2 n2ht call3')
})
