import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readReply, undelivered, type Reply } from './reply.ts'

type Row = [status: number, body: string, outcome: Reply['outcome'], anySuccess?: Reply['outcome']]

/** The last column is the outcome with the switch "any 2xx is success", where it differs. */
const VALID: Row[] = [
  [200, '{"result":"ok"}', 'ok'],
  [200, '{"result":"OK"}', 'ok'],
  [200, '{"result":"Ok","extra":{"deep":[1]}}', 'ok'],
  [201, '{"result":"ok"}', 'ok'],
  [299, '{"result":"ok"}', 'ok'],
  [200, '\uFEFF{"result":"ok"}', 'ok'],
  [200, ' \r\n\t{"result":"ok"}\n\n', 'ok'],
  [200, '\n\uFEFF\n{"result":"ok"}', 'ok'],
  [200, '"{\\"result\\":\\"ok\\"}"', 'ok'],
  [200, '"\\uFEFF {\\"result\\":\\"ok\\"} "', 'ok'],
  [200, '{"result":"ok","error":null}', 'ok'],
  [200, '{"result":"ok","error":false}', 'ok'],
  [200, '{"result":"ok","error":""}', 'ok'],
  [200, '{"result":"ok","error":[]}', 'ok'],
  [200, '{"result":"ok","error":{}}', 'ok'],
  [200, '{"result":"ok","error":0}', 'ok'],
  [200, '{"result":"ok","error":"0"}', 'ok'],
  [200, '{"result":"ok","error":{"code":0,"message":""}}', 'ok'],
  [200, '{"result":"ok","error":{"code":"","message":" "}}', 'ok'],
  [200, '{"result":"ok","error":{"code":null,"message":null}}', 'ok'],
  [200, '{"result":"ok","error":{"code":0,"message":"No"}}', 'final'],
  [200, '{"error":0}', 'final'],
  [200, '{"error":{"code":"x","message":"m"}}', 'final'],
  [200, '{"result":"ok","error":{"code":"x","message":"m"}}', 'final'],
  [200, '"{\\"error\\":{\\"code\\":\\"x\\"}}"', 'final'],
  [200, '{"error":"no such person"}', 'final'],
  [200, '{"error":[]}', 'final'],
  [200, '{"error":17}', 'final'],
  [200, '', 'retry', 'ok'],
  [204, '', 'retry', 'ok'],
  [200, 'ok', 'retry', 'ok'],
  [200, '"ok"', 'retry', 'ok'],
  [200, '1', 'retry', 'ok'],
  [200, 'null', 'retry', 'ok'],
  [200, '[]', 'retry', 'ok'],
  [200, '[{"result":"ok"}]', 'retry', 'ok'],
  [200, '{}', 'retry', 'ok'],
  [200, '{"result":"FAILURE"}', 'retry', 'ok'],
  [200, '{"result":true}', 'retry', 'ok'],
  [200, '{"result":null}', 'retry', 'ok'],
  [200, '{"Result":"ok"}', 'retry', 'ok'],
  [200, '{"result":"ok"', 'retry', 'ok'],
  [200, '"\\"{\\\\\\"result\\\\\\":\\\\\\"ok\\\\\\"}\\""', 'retry', 'ok'],
  [200, '<!doctype html><title>Shop</title>', 'retry', 'ok'],
  [200, '<b>Warning</b>: x in y.php{"result":"ok"}', 'retry', 'ok'],
  [301, '{"result":"ok"}', 'retry'],
  [304, '', 'retry'],
  [400, '{"result":"ok"}', 'retry'],
  [404, 'Not Found', 'retry'],
  [500, '{"result":"ok"}', 'retry'],
  [502, '<html>', 'retry'],
]

test('A22 valid answers', () => {
  for (const [status, body, outcome, withSwitch = outcome] of VALID) {
    for (const bytes of [body, new TextEncoder().encode(body)]) {
      assert.equal(readReply(status, bytes, { anySuccess: false }).outcome, outcome, `${status} ${body}`)
      assert.equal(readReply(status, bytes, { anySuccess: true }).outcome, withSwitch, `${status} ${body}, switch on`)
    }
  }
})

test('A22 an answer without result is diagnosed, taken as success or not', () => {
  const diagnosis = 'your endpoint answered 200 without result; message sent 3 times'
  assert.deepEqual(readReply(200, 'fine', { anySuccess: false, attempt: 3 }), {
    outcome: 'retry',
    reason: 'the server answered 200 without a result',
    diagnosis,
  })
  assert.deepEqual(readReply(200, 'fine', { anySuccess: true }), {
    outcome: 'ok',
    diagnosis: 'your endpoint answered 200 without result; message sent once',
  })
  assert.deepEqual(readReply(200, '{"result":"ok"}', { anySuccess: true }), { outcome: 'ok' })
})

test('A22 answers that are not UTF-8, deep or huge cause no error', () => {
  const options = { anySuccess: false }
  assert.equal(readReply(200, Uint8Array.of(0xff, 0xfe, 0x00), options).outcome, 'retry')
  assert.equal(readReply(200, '['.repeat(262_144), options).outcome, 'retry')
  assert.equal(readReply(200, '{"a":'.repeat(40_000), options).outcome, 'retry')
  assert.equal(readReply(200, '{"__proto__":{"result":"ok"}}', options).outcome, 'retry')
})

test('A23 an error is final with 2xx and 4xx, and sent again with 5xx, the last message shown', () => {
  const body = '{"error":{"code":"recipient_left","message":"She has left"}}'
  const read = (status: number) => readReply(status, body, { anySuccess: false })
  const error = { code: 'recipient_left', text: 'She has left' }
  assert.deepEqual(read(200), { outcome: 'final', ...error })
  assert.deepEqual(read(400), { outcome: 'final', ...error })
  assert.deepEqual(read(429), { outcome: 'final', ...error })
  assert.deepEqual(read(500), { outcome: 'retry', reason: 'the server answered 500', ...error })
  assert.deepEqual(read(503), { outcome: 'retry', reason: 'the server answered 503', ...error })
  assert.deepEqual(read(302), { outcome: 'retry', reason: 'the server answered 302', ...error })
})

test('A26 the text of an error for agents', () => {
  const rows: [error: unknown, code: string, text: string][] = [
    [{ code: 'recipient_not_found', message: 'Unknown person' }, 'recipient_not_found', 'Unknown person'],
    [{ code: 'recipient_blocked', message: 'Blocked' }, 'recipient_blocked', 'Blocked'],
    [{ code: 'recipient_left', message: 'Left' }, 'recipient_left', 'Left'],
    [{ code: 'unsupported_type', message: 'No stickers' }, 'unsupported_type', 'No stickers'],
    [{ code: 'message_too_long', message: 'Too long' }, 'message_too_long', 'Too long'],
    [{ code: 'file_unavailable', message: 'No file' }, 'file_unavailable', 'No file'],
    [{ code: 'internal_error', message: 'Oops' }, 'internal_error', 'Oops'],
    [{ code: 'of_their_own', message: 'Their words' }, 'of_their_own', 'Their words'],
    [{ code: 'internal_error', message: '' }, 'internal_error', 'Delivery failed (internal_error)'],
    [{ code: 'of_their_own' }, 'of_their_own', 'Delivery failed (of_their_own)'],
    [{ code: 404, message: null }, '404', 'Delivery failed (404)'],
    [{ code: '404', message: '  ' }, '404', 'Delivery failed (404)'],
    [{ code: null, message: 'Only words' }, '', 'Only words'],
    [{ code: { a: 1 }, message: ['x'] }, '', 'Delivery failed'],
    [{}, '', 'Delivery failed'],
    [true, '', 'Delivery failed'],
    ['Only words', '', 'Only words'],
    [17, '17', 'Delivery failed (17)'],
    [{ code: 'duplicate', message: 'Again' }, 'duplicate', ''],
    [{ code: 'ignored', message: 'No' }, 'ignored', ''],
    [{ code: 'typing_unsupported', message: 'No' }, 'typing_unsupported', ''],
    [{ code: 'silent', message: 'No' }, 'silent', ''],
    [{ code: 'x', message: 'a\r\nb\tc  d' }, 'x', 'a b c d'],
    [{ code: 'x', message: 'a\u0000b\u0007c\u001b[31md\u0085e\u009bf' }, 'x', 'abc[31mdef'],
    [{ code: 'x', message: 'half \ud83d of a pair' }, 'x', 'half \ufffd of a pair'],
    [{ code: 'x', message: '<b>&amp;</b>' }, 'x', '<b>&amp;</b>'],
    [{ code: 'x', message: 'a'.repeat(501) }, 'x', 'a'.repeat(500)],
    [{ code: 'x', message: '👋'.repeat(501) }, 'x', '👋'.repeat(500)],
    [{ code: 'c'.repeat(900) }, 'c'.repeat(64), `Delivery failed (${'c'.repeat(64)})`],
  ]
  for (const [error, code, text] of rows) {
    const reply = readReply(200, JSON.stringify({ error }), { anySuccess: false })
    assert.deepEqual(reply, { outcome: 'final', code, text })
  }
})

test('A26 "try later" is a failed attempt, whatever the status', () => {
  for (const code of ['rate_limited', 'temporarily_unavailable']) {
    for (const status of [200, 400, 429, 503]) {
      const reply = readReply(status, JSON.stringify({ error: { code, message: 'Later' } }), { anySuccess: true })
      assert.ok(reply.outcome === 'retry' && reply.code === code && reply.text === 'Later', `${code} ${status}`)
    }
  }
})

test('A26 without any answer the agent sees the reason in words', () => {
  assert.equal(undelivered('no answer within 3 seconds'), 'The message was not delivered: no answer within 3 seconds')
})
