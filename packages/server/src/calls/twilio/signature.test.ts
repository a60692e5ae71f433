import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSigned, signatureOf } from './signature.ts'

/** The example of Twilio's documents and of its own libraries. */
const EXAMPLE = {
  token: '12345',
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  form: new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
    Caller: '+14158675309',
  }),
}
const SIGNATURE = 'RSOYDt4T1cUTdK1PDd93/VVr8B8='

test('T26 the signature is the one that Twilio makes', () => {
  assert.equal(signatureOf(EXAMPLE.token, EXAMPLE.url, EXAMPLE.form), SIGNATURE)
  assert.equal(isSigned(EXAMPLE, SIGNATURE), true)
})

test('T26 another token, address, field or signature is refused', () => {
  const more = new URLSearchParams(EXAMPLE.form)
  more.append('CallStatus', 'completed')
  for (const wrong of [
    { ...EXAMPLE, token: '12346' },
    { ...EXAMPLE, url: 'https://mycompany.com/myapp.php?foo=1&bar=3' },
    { ...EXAMPLE, form: more },
    { ...EXAMPLE, form: new URLSearchParams() },
  ])
    assert.equal(isSigned(wrong, SIGNATURE), false)
  for (const given of [undefined, '', 'x', SIGNATURE.slice(1), [SIGNATURE]])
    assert.equal(isSigned(EXAMPLE, given), false)
})
