import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CALL_REASONS, type CallReason } from '@deskbell/protocol/webhook/call-reasons'
import { toFailureWords } from './failures.ts'
import { en } from './words.ts'

test('every failure of a call has words for the visitor', () => {
  for (const failure of [...(Object.keys(CALL_REASONS) as CallReason[]), undefined])
    assert.ok(en[toFailureWords(failure)])
  assert.equal(toFailureWords('agent_unanswered'), 'noAgent')
  assert.equal(toFailureWords('toString' as CallReason), 'broken')
})
