import { ENGLISH_FIELD, sayField } from '@deskbell/protocol/agent/field-words'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { realClock } from '../../platform/clock.ts'
import { realIds } from '../../platform/ids.ts'
import { keysOf, makeSecret, parseSecret, signatureHeaders } from './sign.ts'

const body = JSON.stringify({ message: { type: 'text', text: 'Grüß Gott 👋' } })
const now = realClock.now()

test('A27 T38 a published verifier accepts the signature', () => {
  const secret = makeSecret(realIds)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  for (const sent of [body, Buffer.from(body)]) {
    const headers = signatureHeaders({ id: 'd_1', now, body: sent, keys: keysOf([secret]) })
    assert.deepEqual(Object.keys(headers), ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    assert.match(headers['webhook-signature'], /^v1,[A-Za-z0-9+/]{43}=$/)
    assert.equal(headers['webhook-timestamp'], String(Math.floor(now / 1000)))
    assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  }
})

test('T38 the published test vector has the same signature', () => {
  const headers = signatureHeaders({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    now: 1_614_265_330_000,
    body: '{"test": 2432232314}',
    keys: keysOf(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']),
  })
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('A27 during rotation both the old and the new secret verify', () => {
  const [old, fresh] = [makeSecret(realIds), makeSecret(realIds)]
  const headers = signatureHeaders({ id: 'd_2', now, body, keys: keysOf([fresh, old]) })
  assert.equal(headers['webhook-signature'].split(' ').length, 2)
  for (const secret of [old, fresh]) new Webhook(secret).verify(body, headers)
})

test('A27 T38 a changed byte, an old timestamp, another id and another secret are refused', () => {
  const secret = makeSecret(realIds)
  const sign = (at: number) => signatureHeaders({ id: 'd_3', now: at, body, keys: keysOf([secret]) })
  const headers = sign(now)
  const verifier = new Webhook(secret)
  assert.throws(() => verifier.verify(body.replace('G', 'g'), headers), /matching signature/)
  assert.throws(() => verifier.verify(body, sign(now - 301_000)), /too old/)
  assert.throws(
    () => verifier.verify(body, { ...headers, 'webhook-timestamp': String(Math.floor(now / 1000) - 1) }),
    /matching/,
  )
  assert.throws(() => verifier.verify(body, { ...headers, 'webhook-id': 'd_4' }), /matching signature/)
  assert.throws(() => new Webhook(makeSecret(realIds)).verify(body, headers), /matching signature/)
})

test('A27 a secret is base64 of at least 24 bytes', () => {
  const of = (bytes: number) => `whsec_${realIds.bytes(bytes).toString('base64')}`
  for (const good of [of(24), of(32), of(64), of(24).slice(6), of(32).replace('=', '')])
    assert.ok(parseSecret(good).ok, good)
  for (const bad of [
    '',
    'whsec_',
    of(23),
    of(65),
    'whsec_not base64 at all, and yet long enough',
    `whsec_${'-'.repeat(40)}`,
  ]) {
    const parsed = parseSecret(bad)
    assert.ok(!parsed.ok && /^A secret .*\.$/.test(sayField(ENGLISH_FIELD, parsed.why)), bad)
    assert.ok(!parsed.ok && (bad.length < 8 || !sayField(ENGLISH_FIELD, parsed.why).includes(bad.slice(6))))
  }
})
