import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetDrafts, keepDraft, readDraft, watchDraft } from './drafts.ts'

test('a draft that is put back is told to who shows it, also where nothing is stored', () => {
  const shown: string[] = []
  const unwatch = watchDraft('1.1', 7, () => shown.push(readDraft('1.1', 7)))
  keepDraft('1.1', 7, 'half a thought')
  keepDraft('1.1', 8, 'another chat')
  keepDraft('1.2', 7, 'another person')
  assert.deepEqual(shown, ['half a thought'])
  forgetDrafts()
  assert.deepEqual(shown, ['half a thought', ''])
  assert.equal(readDraft('1.2', 7), '')
  unwatch()
})
