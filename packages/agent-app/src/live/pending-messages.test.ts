import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Item } from './fold.ts'
import { isUploading, type PendingMessage, progressOf, withoutEntry } from './pending-messages.ts'

const ME = 1
const own = (n: number, text: string, id = ME): Item => ({
  kind: 'message',
  n,
  at: n,
  from: 'agent',
  text,
  agent: { id, name: 'A' },
  attachments: [],
  status: { state: 'stored' },
})
const pending = (key: string, change: Partial<PendingMessage> = {}): PendingMessage => ({
  key,
  chat: 1,
  at: 1,
  text: 'hi',
  files: [],
  state: { is: 'sending', place: 0, progress: 0 },
  after: 3,
  ...change,
})
const keys = (pendingMessages: PendingMessage[]) => pendingMessages.map((one) => one.key)

test('an unsent message is shown at once and disappears when its entry arrives, with or without an answer', () => {
  assert.deepEqual(keys(withoutEntry([pending('a')], [own(3, 'hi')], ME)), ['a'])
  assert.deepEqual(keys(withoutEntry([pending('a')], [own(3, 'hi'), own(4, 'hi')], ME)), [])
  assert.deepEqual(keys(withoutEntry([pending('a', { state: { is: 'sent', n: 4 } })], [own(3, 'x')], ME)), ['a'])
  assert.deepEqual(keys(withoutEntry([pending('a', { state: { is: 'sent', n: 4 } })], [own(4, 'hi')], ME)), [])
})

test('one entry settles one of two unsent messages with the same text', () => {
  assert.deepEqual(keys(withoutEntry([pending('a'), pending('b')], [own(4, 'hi')], ME)), ['b'])
  const answered = pending('a', { state: { is: 'sent', n: 4 } })
  assert.deepEqual(keys(withoutEntry([answered, pending('b')], [own(4, 'hi')], ME)), ['b'])
})

test("another agent's equal text, or a file, settles no unsent message", () => {
  assert.deepEqual(keys(withoutEntry([pending('a')], [own(4, 'hi', 2)], ME)), ['a'])
  const file = { blob: new Blob(['x']), name: 'x', type: '' }
  assert.deepEqual(keys(withoutEntry([pending('a', { files: [file] })], [own(4, 'hi')], ME)), ['a'])
})

test('a refused message stays', () => {
  assert.deepEqual(
    keys(withoutEntry([pending('a', { state: { is: 'refused', problem: 'no' } })], [own(4, 'hi')], ME)),
    ['a'],
  )
})

test('the files of a message are uploaded one after the other', () => {
  const file = { blob: new Blob(['x']), name: 'x', type: '' }
  const going = pending('a', {
    files: [{ ...file, upload: 'f1' }, file, file],
    state: { is: 'sending', place: 1, progress: 0.5 },
  })
  const progress = (one: PendingMessage) => one.files.map((_, place) => progressOf(one, place))
  assert.deepEqual(progress(going), [1, 0.5, 0])
  assert.deepEqual(progress({ ...going, state: { is: 'queued' } }), [1, 0, 0])
  assert.deepEqual(progress({ ...going, state: { is: 'sent', n: 4 } }), [1, 1, 1])
  assert.equal(isUploading(going), true)
  assert.equal(isUploading({ ...going, files: [{ ...file, upload: 'f1' }] }), false, 'the message may be there')
})
