import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifiedOf } from './verified.ts'

const VISITOR = { key: 'k-1', email: 'edited@x.test', phone: '+45 1', given: null, byCrm: [] }

test('T55 verified is what the channel said, not what an agent entered, a CRM answered or the channel has not checked', () => {
  assert.deepEqual(verifiedOf(['id', 'email', 'phone'], { ...VISITOR, given: { email: 'said@x.test' } }), {
    id: 'k-1',
    email: 'said@x.test',
    phone: '+45 1',
  })
  assert.deepEqual(verifiedOf(['phone'], VISITOR), { id: null, email: null, phone: '+45 1' })
  assert.equal(verifiedOf(['phone'], { ...VISITOR, byCrm: ['phone'] }), undefined)
  assert.equal(verifiedOf(['email'], { ...VISITOR, given: { email: null } }), undefined)
  assert.equal(verifiedOf([], VISITOR), undefined)
})
