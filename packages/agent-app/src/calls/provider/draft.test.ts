import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf, toBody, toDraft } from './draft.ts'

const PROVIDER = { accountSid: 'AC1', number: '+4930111111', url: 'https://api.twilio.com' }

test('a provider that is set needs no token again; a new one does', () => {
  assert.deepEqual([...faultsOf(toDraft(null), true)], ['accountSid', 'token', 'number'])
  assert.deepEqual([...faultsOf(toDraft(PROVIDER), false)], [])
  assert.deepEqual([...faultsOf({ ...toDraft(PROVIDER), number: ' ' }, false)], ['number'])
})

test('an address and a token that are left out are not sent, and a number goes without spaces', () => {
  assert.deepEqual(toBody({ accountSid: ' AC1 ', token: '', number: '+49 (30) 111-111', url: ' ' }), {
    accountSid: 'AC1',
    number: '+4930111111',
  })
  assert.deepEqual(toBody({ ...toDraft(PROVIDER), token: ' secret ' }), { ...PROVIDER, token: 'secret' })
})
