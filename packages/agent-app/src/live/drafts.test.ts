import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetDrafts, keepDraft, readDraft, watchDraft } from './drafts.ts'

test('a restored draft is reported to its listeners, also without storage', () => {
  const shown: string[] = []
  const unwatch = watchDraft({ who: '1.1', chat: 7 }, () => shown.push(readDraft('1.1', 7)))
  keepDraft('1.1', 7, 'half a thought')
  keepDraft('1.1', 8, 'another chat')
  keepDraft('1.2', 7, 'another person')
  assert.deepEqual(shown, ['half a thought'])
  forgetDrafts()
  assert.deepEqual(shown, ['half a thought', ''])
  assert.equal(readDraft('1.2', 7), '')
  unwatch()
})

test('a reply and a note of one chat are separate drafts', () => {
  keepDraft('1.1', 7, 'Dear Vera')
  keepDraft('1.1', 7, 'she called before', 'note')
  assert.deepEqual([readDraft('1.1', 7), readDraft('1.1', 7, 'note')], ['Dear Vera', 'she called before'])
  keepDraft('1.1', 7, '', 'note')
  assert.deepEqual([readDraft('1.1', 7), readDraft('1.1', 7, 'note')], ['Dear Vera', ''])
  forgetDrafts()
})
