import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { hiding, secretsInHeader, signingSecrets } from './hide.ts'
import { MASK } from '../record.ts'

const SECRETS = ['hush-hush/1+2=3 "quoted" \\ & <b>', 'Ünïcode~secret', 'abcd', `whsec_${'Zm9v/YmFy+'.repeat(4)}`]

/** The encodings in which servers repeat a request. */
function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const percent = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  const units = secret.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [
    secret,
    secret.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase()),
    json,
    JSON.stringify(json).slice(1, -1),
    json.replaceAll('/', '\\/'),
    units.join(''),
    units.map((unit, i) => (i % 2 ? unit : secret[i])).join(''),
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    encodeURIComponent(encodeURIComponent(secret)),
    new URLSearchParams({ secret }).toString(),
    percent,
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    [...secret].map((letter) => `&#${letter.codePointAt(0)};`).join(''),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
    encodeURIComponent(Buffer.from(secret).toString('base64')),
    ...['a', 'ab', 'abc'].map((before) => Buffer.from(`${before}${secret}${before}`).toString('base64')),
  ]
}

test('T15 a secret is hidden in every encoding and position', () => {
  for (const secret of SECRETS)
    for (const form of formsOf(secret))
      for (const text of [form, `before ${form} after`, `{"error":{"message":"${form}"}}`, form + form]) {
        const hidden = hiding([secret]).text(text)
        assert.ok(hidden.includes(MASK), `${form} in ${text}: ${hidden}`)
        for (const other of [secret, form]) assert.ok(!hidden.includes(other), `${other} in ${hidden}`)
      }
})

test('T15 the text around a secret, and other texts, are unchanged', () => {
  const { text: hide } = hiding([SECRETS[0], 'xyz', undefined, ''])
  const text = '{"result":"ok","id":"xyz","hush":1}'
  assert.equal(hide(text), text)
  assert.equal(hide(`{"a":${JSON.stringify(SECRETS[0])},"b":2}`), `{"a":"${MASK}","b":2}`)
})

test('T15 the credentials after a header’s scheme are secret, and so is what Basic encodes', () => {
  assert.deepEqual(secretsInHeader('planted'), ['planted'])
  assert.deepEqual(secretsInHeader('Bearer planted'), ['Bearer planted', 'planted'])
  const basic = Buffer.from('shop:planted').toString('base64')
  assert.deepEqual(secretsInHeader(`Basic ${basic}`), [`Basic ${basic}`, basic, 'shop:planted', 'planted'])
  assert.deepEqual(signingSecrets(['whsec_YWJj']), ['YWJj'])
})

test('T15 T30 a secret of 8 kB is hidden, and a hostile answer costs no more than its length', () => {
  const long = Array.from({ length: 180 }, (_, i) => createHash('sha256').update(`${i}`).digest('base64')).join('')
  const hidden = hiding([long]).text(`x ${long} y`)
  for (let i = 0; i + 8 <= long.length; i += 8) assert.ok(!hidden.includes(long.slice(i, i + 8)))

  const { text: hide } = hiding(['a'.repeat(60)])
  const cost = (length: number): number => {
    const before = process.cpuUsage()
    for (const attack of ['a'.repeat(59) + 'b', '\\', '%25', '&#', `${'\\'.repeat(7)}u006`])
      hide(attack.repeat(length / attack.length))
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  // Other threads of this process work now and then.
  const least = (length: number) => Math.min(cost(length), cost(length), cost(length))
  const [small, large] = [least(25_000), least(250_000)]
  assert.ok(large < 40 * Math.max(small, 5), `25 kB took ${small} ms, 250 kB ${large} ms`)
})
