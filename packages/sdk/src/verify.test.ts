import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { WebhookError, type Reason } from './error.ts'
import type { Incoming } from './incoming.ts'
import { sign } from './signature.ts'
import { verify, verifyDelivery, type VerifyOptions } from './verify.ts'

/** The published test vector of Standard Webhooks. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const AT = 1_700_000_000
const BODY = JSON.stringify({ event_name: 'chat_accepted', chat_id: 1507, visitor: { name: 'Vera 👋' } })

const post = (headers: Record<string, string>, body: RequestInit['body'] = BODY) =>
  new Request('https://crm.test/hook', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)

async function signed(
  secrets: string | string[] = SECRET,
  timestamp = AT,
  body: string | null = BODY,
): Promise<Request> {
  return post(await sign({ id: 'evt_1', timestamp, body: body ?? '' }, secrets), body)
}

const open = (request: Incoming, secrets: string | string[] = SECRET, options: VerifyOptions = {}) =>
  verify(request, secrets, { now: AT * 1000, ...options })

const refused = (of: Promise<unknown>, reason: Reason) =>
  assert.rejects(of, (error) => error instanceof WebhookError && error.reason === reason)

test('C20 T38 the published test vector has the same signature and verifies', async () => {
  const { secret, id, timestamp, body, signature } = VECTOR
  const headers = await sign({ id, timestamp, body }, secret)
  assert.deepEqual(headers, {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  })
  const delivery = await verifyDelivery(post(headers, body), secret, { now: timestamp * 1000 })
  assert.deepEqual(delivery, { id, timestamp, body: { test: 2432232314 } })
  await verifyDelivery(post(headers, body), secret.slice('whsec_'.length), { now: timestamp * 1000 })
})

test('C20 T38 signatures are compatible with the published library, in both directions', async () => {
  const now = new Date()
  const timestamp = Math.floor(now.getTime() / 1000)
  const library = new Webhook(SECRET)
  assert.deepEqual(library.verify(BODY, await sign({ id: 'evt_1', timestamp, body: BODY }, SECRET)), JSON.parse(BODY))
  assert.deepEqual(
    library.verify(BODY, await sign({ id: 'evt_1', timestamp, body: BODY }, [OTHER, SECRET])),
    JSON.parse(BODY),
  )
  const headers = {
    'webhook-id': 'evt_2',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': library.sign('evt_2', now, BODY),
  }
  assert.deepEqual(await verify(post(headers), SECRET), JSON.parse(BODY))
  assert.throws(() => new Webhook(OTHER).verify(BODY, headers))
  await refused(verify(post(headers), OTHER), 'wrong_signature')
})

test('C20 T38 a changed byte of the body, the id or the time, or another secret, is refused', async () => {
  const headers = await sign({ id: 'evt_1', timestamp: AT, body: BODY }, SECRET)
  for (let at = 0; at < BODY.length; at += 7) {
    const body = Buffer.from(BODY)
    body[at]! ^= 1
    await refused(open(post(headers, body)), 'wrong_signature')
  }
  await refused(open(post(headers, BODY + ' ')), 'wrong_signature')
  await refused(open(post(headers, null)), 'wrong_signature')
  await refused(open(post({ ...headers, 'webhook-id': 'evt_2' })), 'wrong_signature')
  await refused(open(post({ ...headers, 'webhook-timestamp': String(AT + 1) })), 'wrong_signature')
  await refused(open(post(headers), OTHER), 'wrong_signature')
  // Moving a character across the dot makes a different request with the same signed text.
  await refused(open(post({ ...headers, 'webhook-id': `evt_1.${AT}` })), 'wrong_signature')
})

test('C20 T38 a timestamp within five minutes passes, an older or newer one is refused', async () => {
  for (const [age, reason] of [
    [300, undefined],
    [-300, undefined],
    [301, 'too_old'],
    [-301, 'too_new'],
    [86_400 * 365, 'too_old'],
  ] as const) {
    const opened = open(await signed(SECRET, AT - age))
    await (reason ? refused(opened, reason) : opened)
  }
  await refused(open(await signed(SECRET, AT - 11), SECRET, { tolerance: 10 }), 'too_old')
  await open(await signed(SECRET, AT - 3600), SECRET, { tolerance: 3600 })
  await refused(open(await signed(), SECRET, { tolerance: NaN }), 'too_old')
})

test('C20 T38 during a rotation either side may have the new secret first', async () => {
  for (const [signing, verifying] of [
    [[SECRET, OTHER], SECRET],
    [[SECRET, OTHER], OTHER],
    [SECRET, [OTHER, SECRET]],
    [
      [SECRET, OTHER],
      [OTHER, SECRET],
    ],
  ] as const) {
    const event = await open(await signed([signing].flat()), [verifying].flat())
    assert.equal(event.event_name, 'chat_accepted')
  }
  const third = `whsec_${Buffer.alloc(24, 9).toString('base64')}`
  await refused(open(await signed([SECRET, OTHER]), third), 'wrong_signature')
})

test('T38 headers that are missing, empty, repeated or of another version are refused', async () => {
  const headers = await sign({ id: 'evt_1', timestamp: AT, body: BODY }, SECRET)
  for (const name of Object.keys(headers)) {
    const { [name]: _, ...rest } = headers
    await refused(open(post(rest)), 'missing_header')
    await refused(open(post({ ...headers, [name]: '' })), 'missing_header')
    await refused(open({ headers: { ...headers, [name]: ['a', 'b'] }, body: BODY }), 'missing_header')
  }
  for (const stamp of ['soon', '-1', '1.5', '1e9', '0x5', '9'.repeat(30), 'NaN', '1700000000, 1700000000'])
    await refused(open(post({ ...headers, 'webhook-timestamp': stamp })), 'invalid_header')
  const [, right] = headers['webhook-signature']!.split(',')
  const padless = right!.replace(/=+$/, '')
  for (const signature of [`v2,${right}`, `v1a,${right}`, right!, `v1,`, 'v1', `v1,${padless}`, `v1;${right}`, ','])
    await refused(open(post({ ...headers, 'webhook-signature': signature })), 'wrong_signature')
  const many = `v1a,${right} v2,x  v1,AAAA v1,${right}`
  assert.equal((await open(post({ ...headers, 'webhook-signature': many }))).event_name, 'chat_accepted')
})

test('T38 a signature with the secret’s text instead of its key is refused', async () => {
  const signature = createHmac('sha256', SECRET).update(`evt_1.${AT}.${BODY}`).digest('base64')
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(AT), 'webhook-signature': `v1,${signature}` }
  await refused(open(post(headers)), 'wrong_signature')
})

test('a Request, a Node request, and headers with a raw body verify alike', async () => {
  const headers = await sign({ id: 'evt_1', timestamp: AT, body: BODY }, SECRET)
  const bytes = new TextEncoder().encode(BODY)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 10) yield bytes.subarray(at, at + 10)
  }
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 10) controller.enqueue(bytes.slice(at, at + 10))
      controller.close()
    },
  })
  const node = { headers, [Symbol.asyncIterator]: chunks }
  const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
  const ways: Incoming[] = [
    post(headers),
    post(headers, stream),
    node,
    { headers, body: BODY },
    { headers: new Headers(headers), body: bytes },
    { headers: upper, body: Buffer.from(BODY) },
    { ...node, body: Buffer.from(BODY) },
  ]
  for (const way of ways) assert.deepEqual(await open(way), JSON.parse(BODY))
})

test('a body that is too large is not read to its end, and a body without the headers is not read', async () => {
  const headers = await sign({ id: 'evt_1', timestamp: AT, body: BODY }, SECRET)
  let read = 0
  async function* endless() {
    for (;;) {
      read += 1000
      yield new Uint8Array(1000)
    }
  }
  await refused(open({ headers, [Symbol.asyncIterator]: endless }, SECRET, { maxBytes: 10_000 }), 'too_large')
  assert.equal(read, 11_000)
  await refused(
    open({ headers: { ...headers, 'content-length': '10001' }, [Symbol.asyncIterator]: endless }, SECRET, {
      maxBytes: 10_000,
    }),
    'too_large',
  )
  await refused(open({ headers: {}, [Symbol.asyncIterator]: endless }), 'missing_header')
  assert.equal(read, 11_000)
  await open(post(headers), SECRET, { maxBytes: Buffer.byteLength(BODY) })
  await refused(open(post(headers), SECRET, { maxBytes: Buffer.byteLength(BODY) - 1 }), 'too_large')
})

test('a signed body that is no event is refused as invalid', async () => {
  for (const body of ['', 'nonsense', 'null', '[]', '7', '"text"', '{}', '{"event_name":7}', '{"event":"x"}'])
    await refused(open(await signed(SECRET, AT, body)), 'invalid_body')
  const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])
  const request = post(await sign({ id: 'evt_1', timestamp: AT, body: bytes }, SECRET), bytes)
  await refused(open(request), 'invalid_body')
})

test('each reason has its answer status', () => {
  const statusOf = (reason: Reason) => new WebhookError(reason, '').status
  assert.deepEqual(
    (['missing_header', 'too_old', 'wrong_signature', 'wrong_token', 'too_large', 'invalid_body'] as const).map(
      statusOf,
    ),
    [401, 401, 401, 401, 413, 400],
  )
})

test('a malformed secret is a TypeError, not a refusal', async () => {
  for (const secret of [[], '', 'whsec_', 'whsec_%%%%', 'whsec_c2hvcnQ=', `whsec_${'A'.repeat(200)}`])
    await assert.rejects(open(await signed(), secret), TypeError)
})
