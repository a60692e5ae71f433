import assert from 'node:assert/strict'
import { test } from 'node:test'
import { botHistory } from './bot-history.ts'
import { ASKED_MAX } from './bot-limits.ts'
import type { Entry } from './entries.ts'
import type { EntryMedia } from './shapes.ts'

const says = (n: number, text: string, attachments?: EntryMedia[]): Entry => ({
  ...{ type: 'message', from: 'visitor', id: `m${n}`, text, n, at: n },
  ...(attachments && { attachments }),
})
const photo: EntryMedia = { kind: 'photo', host: 'files.test' }
const stored: EntryMedia = { ...photo, file: 'f' }

test('B17 a bot that joins later gets the visitor’s messages as they are now, in their order', () => {
  const log: Entry[] = [
    says(1, 'hello'),
    { type: 'message', from: 'agent', id: 'a', text: 'hi', n: 2, at: 2 },
    says(3, 'wrong'),
    { type: 'message.edited', of: 3, text: 'right', n: 4, at: 4 },
    says(5, 'see', [photo, { kind: 'location', host: 'files.test', latitude: 1, longitude: 2 }]),
    { type: 'media.stored', of: 5, media: stored, n: 6, at: 6 },
  ]
  assert.deepEqual(botHistory(log), [
    { of: 1, bodies: [{ text: 'hello', at: 1 }] },
    { of: 3, bodies: [{ text: 'right', at: 3 }] },
    {
      of: 5,
      bodies: [
        { text: 'see', at: 5, media: stored },
        { text: '', at: 5, media: { kind: 'location', host: 'files.test', latitude: 1, longitude: 2 } },
      ],
    },
  ])
})

test('B17 it does not join while an attachment is being fetched', () => {
  assert.equal(botHistory([says(1, '', [photo])]), null)
  const failed: Entry = { type: 'media.failed', of: 1, media: photo, reason: 'away', n: 2, at: 2 }
  assert.deepEqual(botHistory([says(1, '', [photo]), failed]), [{ of: 1, bodies: [{ text: '', at: 1, media: photo }] }])
})

test('it gets the newest messages of a long wait', () => {
  const log = Array.from({ length: ASKED_MAX + 5 }, (_, i) => says(i + 1, `${i + 1}`))
  const found = botHistory(log)
  assert.deepEqual([found?.length, found?.[0]?.of], [ASKED_MAX, 6])
})
