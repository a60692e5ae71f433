import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VisitorEntry } from '@deskbell/protocol/widget/frames'
import type { PendingRequest } from '../core/outbox.ts'
import { type MessageRow, type Row, toRows } from './rows.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const sameDay = (one: number, other: number) => Math.floor(one / DAY) === Math.floor(other / DAY)
const rowsOf = (entries: VisitorEntry[], requests: PendingRequest[] = []) => toRows(entries, requests, [], sameDay)
const said = (n: number, at: number, from: 'visitor' | 'agent' | 'bot', more: object = {}): VisitorEntry =>
  ({ type: 'message', chat: 1, n, at, from, id: `m${n}`, text: `${n}`, ...more }) as VisitorEntry
const messages = (rows: Row[]) => rows.filter((row): row is MessageRow => row.kind === 'message')

test('each day has a separator before its first row', () => {
  const rows = rowsOf([said(1, 0, 'visitor'), said(2, DAY, 'visitor'), said(3, DAY + 1, 'visitor')])
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['day', 'message', 'day', 'message', 'message'],
  )
})

test('messages of one speaker are grouped for five minutes', () => {
  const agent = { name: 'Ann' }
  const rows = rowsOf([
    said(1, 0, 'visitor'),
    said(2, 1, 'visitor'),
    said(3, 2, 'agent', { agent }),
    said(4, 6 * MINUTE, 'agent', { agent }),
  ])
  assert.deepEqual(
    messages(rows).map(({ first, last }) => [first, last]),
    [
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ],
  )
})

test('buttons can be pressed until the next message', () => {
  const buttons = [{ id: '1', text: 'Yes' }]
  assert.equal(messages(rowsOf([said(1, 0, 'bot', { buttons })]))[0]!.asks, true)
  assert.equal(messages(rowsOf([said(1, 0, 'bot', { buttons }), said(2, 1, 'visitor')]))[0]!.asks, undefined)
  const letter: PendingRequest = { frame: { t: 'message', id: 'x', text: 'Yes' }, at: 2 }
  assert.equal(messages(rowsOf([said(1, 0, 'bot', { buttons })], [letter]))[0]!.asks, undefined)
})

test('a file that was fetched later is shown in its message', () => {
  const media = { kind: 'photo', url: 'https://desk.test/1' } as const
  const rows = rowsOf([
    said(1, 0, 'agent', { attachments: [{ kind: 'photo' }, { kind: 'video' }, { kind: 'photo' }] }),
    { type: 'media', chat: 1, n: 2, at: 1, of: 1, media },
    { type: 'media', chat: 1, n: 3, at: 1, of: 1, attachment: 2, media: { ...media, name: 'b' } },
  ])
  assert.deepEqual(messages(rows)[0]!.attachments, [media, { kind: 'video' }, { ...media, name: 'b' }])
})

test('pending messages come last and show their state', () => {
  const requests: PendingRequest[] = [
    { frame: { t: 'message', id: 'a', text: 'A' }, at: 1 },
    { frame: { t: 'message', id: 'b', text: 'B' }, at: 2, failed: 'invalid' },
    { frame: { t: 'message', id: 'c', text: 'C' }, at: 3, done: true },
    { frame: { t: 'number', id: 'd' }, at: 4 },
  ]
  assert.deepEqual(
    messages(rowsOf([said(1, 0, 'visitor')], requests)).map(({ text, state }) => [text, state]),
    [
      ['1', undefined],
      ['A', 'sending'],
      ['B', 'failed'],
      ['C', undefined],
    ],
  )
})

test('an invitation is shown at its time in the conversation', () => {
  const aside = { kind: 'invitation', text: 'Need help?', at: 5, seen: false } as const
  const rows = toRows([said(1, 1, 'visitor'), said(2, 9, 'visitor')], [], [aside], sameDay)
  assert.deepEqual(
    messages(rows).map(({ text }) => text),
    ['1', 'Need help?', '2'],
  )
})
