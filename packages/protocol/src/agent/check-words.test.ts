import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHECK_FINDINGS, ENGLISH_CHECK, HELPS, OUTCOMES, type CheckFacts } from './check-words.ts'

const FACTS: CheckFacts = {
  url: 'https://shop.test/chat/Ab3dEf6hIj',
  publicId: 'Ab3dEf6hIj',
  recipient: 'vera',
  isCustomer: true,
  status: 404,
  code: '',
  text: '',
  reason: 'the server answered 404',
}

test('each finding of the channel check has a cause and advice in whole sentences, and an outcome', () => {
  assert.deepEqual(Object.keys(ENGLISH_CHECK.findings).toSorted(), [...CHECK_FINDINGS].toSorted())
  for (const finding of CHECK_FINDINGS) {
    const { cause, advice } = ENGLISH_CHECK.findings[finding](FACTS)
    for (const text of [cause, advice, ENGLISH_CHECK.meaning[OUTCOMES[finding]]])
      assert.match(text, /^[A-Z].{10,}[^.]\.$/, finding)
    // Where no setting helps and something is wrong, the words do not leave the agent looking for one.
    if (OUTCOMES[finding] === 'bad' && HELPS[finding] === undefined && finding !== 'try_later')
      assert.match(advice, /No setting/, finding)
  }
})

test('A21 the sentence about the request names the address, the visitor, and the public id that was added', () => {
  assert.equal(
    ENGLISH_CHECK.sent(FACTS),
    'A typing notification (typeout) for the visitor vera was posted to https://shop.test/chat/Ab3dEf6hIj. The end of this address, Ab3dEf6hIj, is the channel’s public id: it is added to the server URL.',
  )
  assert.match(ENGLISH_CHECK.sent({ ...FACTS, isCustomer: false }), /for the made-up visitor vera/)
  assert.match(ENGLISH_CHECK.findings.not_found(FACTS).cause, /The public id Ab3dEf6hIj was added to the server URL/)
})

test('the sentence about the answer: the status and the error, or why there was no answer', () => {
  const came = (more: Partial<CheckFacts>) => ENGLISH_CHECK.came({ ...FACTS, ...more })
  assert.equal(came({}), 'Status 404.')
  assert.equal(came({ code: '7', text: 'No' }), 'Status 404 with the error 7: “No”.')
  assert.equal(came({ text: 'No' }), 'Status 404 with an error without a code: “No”.')
  assert.equal(came({ code: 'silent' }), 'Status 404 with the error silent.')
  assert.equal(came({ status: null, reason: 'the name is unknown' }), 'No answer: the name is unknown.')
})
