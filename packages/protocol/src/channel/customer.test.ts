import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../../../../tools/extent.ts'
import { parseJson } from '../json.ts'
import { EMAIL_MAX, NAME_MAX, PHONE_MAX, SENDER_ID_MAX, URL_MAX } from '../limits.ts'
import { parseCustomer, type CustomerInput, type IncomingMessage, type Sender } from './customer.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** As the channel does it: from the bytes of a body. */
function read(body: string | object, strictMedia = false): CustomerInput {
  const raw = bytes(typeof body === 'string' ? body : JSON.stringify(body))
  const parsed = parseJson(raw)
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.reason)
  return parseCustomer(parsed.value, raw, { strictMedia })
}
const message = { type: 'text', text: 'hi' }
function readMessage(fields: object): IncomingMessage {
  const input = read({ sender: { id: 'a' }, message: { ...message, ...fields } })
  assert.equal(input.kind, 'message', JSON.stringify(input))
  return (input as { message: IncomingMessage }).message
}
function readSender(fields: object): Sender {
  const input = read({ sender: { id: 'a', ...fields }, message })
  assert.equal(input.kind, 'message', JSON.stringify(input))
  return (input as { sender: Sender }).sender
}
/** "code field" of a refusal, else the kind. */
function verdict(input: CustomerInput): string {
  return input.kind === 'invalid' ? `${input.code} ${input.field}` : input.kind
}
const idOf = (id: string) => {
  const input = read(`{"sender":{"id":${id}},"message":{"type":"text","text":"hi"}}`)
  return input.kind === 'message' ? input.sender.id : verdict(input)
}

test('A7 an empty sender id is refused, however it is empty', () => {
  const bodies = [
    { message },
    { sender: null, message },
    { sender: [], message },
    { sender: {}, message },
    ...[null, '', ' ', ' \t\n\u00a0', '\0'].map((id) => ({ sender: { id }, message })),
    { sender: { id: '' }, message: { type: 'typein' } },
  ]
  for (const body of bodies) assert.equal(verdict(read(body)), 'sender_id_required /sender/id', JSON.stringify(body))
})

suite('A8 a sender id is its exact text', () => {
  const rows: [id: string, read: string][] = [
    ['"324"', '324'],
    ['324', '324'],
    ['0', '0'],
    ['-5', '-5'],
    ['9007199254740991', '9007199254740991'],
    ['9007199254740992', '9007199254740992'],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['9'.repeat(256), '9'.repeat(256)],
    ['9'.repeat(257), 'invalid_field /sender/id'],
    ['1.5', 'invalid_field /sender/id'],
    ['1e30', 'invalid_field /sender/id'],
    ['1e400', 'invalid_field /sender/id'],
    ['-1e400', 'invalid_field /sender/id'],
    ['1e-7', 'invalid_field /sender/id'],
    ['true', 'invalid_field /sender/id'],
    ['false', 'invalid_field /sender/id'],
    ['["a"]', 'invalid_field /sender/id'],
    ['{"$gt":""}', 'invalid_field /sender/id'],
    ['" a "', ' a '],
    ['"A"', 'A'],
    ['"e\u0301"', 'e\u0301'],
    ['"1e30"', '1e30'],
    [`"${'x'.repeat(SENDER_ID_MAX)}"`, 'x'.repeat(SENDER_ID_MAX)],
    [`"${'😀'.repeat(SENDER_ID_MAX)}"`, '😀'.repeat(SENDER_ID_MAX)],
    [`"${'x'.repeat(SENDER_ID_MAX + 1)}"`, 'invalid_field /sender/id'],
    [`"${'😀'.repeat(SENDER_ID_MAX + 1)}"`, 'invalid_field /sender/id'],
  ]
  for (const [id, expected] of rows) test(id.slice(0, 40), () => assert.equal(idOf(id), expected))

  test('any integer keeps all its digits', () => {
    fc.assert(fc.property(fc.bigInt(), (id) => assert.equal(idOf(String(id)), String(id))))
  })
  test('of two ids the last counts', () => {
    assert.equal(idOf('1,"id":9007199254740993'), '9007199254740993')
  })
})

test('A9 a null, blank or unusable value is absent, a long one is cut', () => {
  assert.deepEqual(readSender({ name: null, phone: '', email: ' \n' }), { id: 'a' })
  assert.deepEqual(readSender({ name: false, phone: [], email: { a: 1 } }), { id: 'a' })
  assert.deepEqual(readSender({ name: ' Bob ', phone: 4930123, email: 'b@x.test' }), {
    id: 'a',
    name: ' Bob ',
    phone: '4930123',
    email: 'b@x.test',
  })
  const long = 'x'.repeat(3000)
  const cut = readSender({ name: long, phone: long, email: long })
  assert.deepEqual([cut.name?.length, cut.phone?.length, cut.email?.length], [NAME_MAX, PHONE_MAX, EMAIL_MAX])
})

test('A10 a photo that is no http(s) link is ignored', () => {
  const bad = [
    ' ',
    '',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'ftp://x.test/a.png',
    '//x.test/a.png',
    'x.test/a.png',
    'http://',
    ' http://x.test/a.png',
    `https://x.test/${'a'.repeat(URL_MAX)}`,
    'https://x.test/\0',
    5,
    {},
    null,
  ]
  for (const photo of bad) assert.deepEqual(readSender({ photo }), { id: 'a' }, JSON.stringify(photo))
  for (const photo of ['http://x.test/a.png', 'HTTPS://x.test/a b.png?c=d#e']) {
    assert.equal(readSender({ photo }).photo, photo)
  }
})

test('A11 the url is kept unchanged, also if it is not a link', () => {
  for (const url of ['https://x.test/cart?a=b', 'Telegram', 'javascript:alert(1)']) {
    assert.equal(readSender({ url }).url, url)
  }
  assert.equal(readSender({ url: 'x'.repeat(3000) }).url?.length, URL_MAX)
})

test('A12 the invitation is kept as text', () => {
  assert.equal(readSender({ invite: 'May I help?' }).invite, 'May I help?')
  assert.equal(readSender({ invite: ' ' }).invite, undefined)
})

test('A13 a message id is kept with every digit', () => {
  assert.equal(readMessage({ id: 'message_id' }).id, 'message_id')
  assert.equal(readMessage({ id: 7 }).id, '7')
  assert.equal(readMessage({ id: {} }).id, undefined)
  const input = read('{"sender":{"id":"a"},"message":{"type":"text","text":"hi","id":1152921504606846977}}')
  assert.ok(input.kind === 'message')
  assert.equal(input.message.id, '1152921504606846977')
})

test('A14 texts, captions and unknown types are cut by the same rule', () => {
  const text = 'a'.repeat(1001)
  const cut = { text: 'a'.repeat(1000), cutFrom: 1001 }
  for (const fields of [
    { type: 'text', text },
    { type: 'photo', file: 'https://x.test/a.jpg', text },
    { type: 'location', latitude: 1, longitude: 2, text },
    { type: 'rate', text },
  ]) {
    const found = readMessage(fields)
    assert.deepEqual({ text: found.text, cutFrom: found.cutFrom }, cut)
  }
  assert.equal('cutFrom' in readMessage({ text: 'a'.repeat(1000) }), false)
})

suite('A15 an unknown type brings its text, or is ignored', () => {
  for (const type of ['seen', 'start', 'stop', 'rate', 'image', '', ' ', 5]) {
    test(JSON.stringify(type), () => {
      const found = readMessage({ type })
      assert.deepEqual(found, { type: 'text', text: 'hi', theirType: String(type), notes: ['unknown_type'] })
      for (const text of [undefined, null, '', ' \n']) {
        const input = read({ sender: { id: 'a' }, message: { type, text } })
        assert.deepEqual(input, { kind: 'ignored', senderId: 'a', type: String(type) })
      }
    })
  }
  test('the case of a type does not matter', () => {
    assert.deepEqual(readMessage({ type: 'TEXT' }), { type: 'text', text: 'hi', notes: [] })
    assert.equal(readMessage({ type: 'Photo', file: 'https://x.test/a.jpg' }).type, 'photo')
  })
  test('a missing type, message or text is refused', () => {
    const sender = { id: 'a' }
    assert.equal(verdict(read({ sender, message: { text: 'hi' } })), 'type_required /message/type')
    assert.equal(verdict(read({ sender, message: { type: null, text: 'hi' } })), 'type_required /message/type')
    assert.equal(verdict(read({ sender, message: {} })), 'type_required /message/type')
    assert.equal(verdict(read({ sender })), 'message_required /message')
    assert.equal(verdict(read({ sender, message: null })), 'message_required /message')
    assert.equal(verdict(read({ sender, type: 'text', text: 'hi' })), 'message_required /message')
    for (const text of [undefined, null, '', ' \u3000\n', '\0']) {
      assert.equal(verdict(read({ sender, message: { type: 'text', text } })), 'text_required /message/text')
    }
  })
})

test('A20 typing is understood in the message and at the top level, in any case', () => {
  const sender = { id: 7 }
  const on = { kind: 'typing', senderId: '7', on: true }
  const off = { kind: 'typing', senderId: '7', on: false }
  assert.deepEqual(read({ sender, message: { type: 'typein' } }), on)
  assert.deepEqual(read({ sender, message: { type: 'TypeOut', text: '' } }), off)
  assert.deepEqual(read({ sender, type: 'typein' }), on)
  assert.deepEqual(read({ sender, type: 'typeout', message: {} }), off)
  assert.deepEqual(read({ sender, type: 'typeout', message: [] }), off)
  assert.equal(read({ sender, type: 'typein', message }).kind, 'message')
  assert.equal(verdict(read({ sender, type: 'typing' })), 'message_required /message')
})

test('A32 characters that the database refuses are removed from every text', () => {
  const bad = 'a\\u0000\\ud800'
  const fields = (...keys: string[]) => keys.map((key) => `"${key}":"${bad}"`).join()
  const input = read(
    `{"sender":{${fields('id', 'name', 'phone', 'email', 'url', 'invite')}},"message":{"type":"sticker","file":"https://x.test/a",${fields('id', 'text', 'file_name', 'emoji', 'title', 'performer')}}}`,
  )
  assert.equal(input.kind, 'message')
  assert.doesNotMatch(JSON.stringify(input), /\\u0000|\\ud800/u)
  assert.equal(JSON.stringify(input).match(/a\ufffd/gu)?.length, 12)
  assert.deepEqual(read(`{"sender":{"id":"a"},"message":{"type":"${bad}"}}`), {
    kind: 'ignored',
    senderId: 'a',
    type: 'a\ufffd',
  })
})

const SENDER_FIELDS = ['id', 'name', 'phone', 'email', 'photo', 'url', 'invite']
const MESSAGE_FIELDS =
  'type id text file file_name file_size thumb emoji duration width height performer title latitude longitude'.split(
    ' ',
  )

/** Every text that came out is a string, every number a number; nothing else came out. */
function assertPlain(input: CustomerInput): void {
  for (const [key, value] of Object.entries(input)) {
    if (key === 'notes') continue
    if (typeof value === 'object') assertPlain(value as CustomerInput)
    else assert.ok(['string', 'number', 'boolean'].includes(typeof value), key)
  }
}

suite('T29 a value of the wrong type is refused, left out or text', () => {
  const values = [{}, { $gt: '' }, [], ['a'], [[]], true, false, 1e308, -1, 0.1, "' OR 1=1--", '', null]
  const bodies = (value: unknown) => [
    { sender: value, message },
    { sender: { id: 'a' }, message: value },
    ...SENDER_FIELDS.map((key) => ({ sender: { id: 'a', [key]: value }, message })),
    ...['text', 'photo', 'location'].flatMap((type) =>
      MESSAGE_FIELDS.map((key) => ({
        sender: { id: 'a' },
        message: { type, text: 'hi', file: 'https://x.test/a.jpg', latitude: 1, longitude: 1, [key]: value },
      })),
    ),
  ]
  for (const value of values) {
    test(JSON.stringify(value), () => {
      for (const body of bodies(value)) assertPlain(read(body))
    })
  }
  test('an object, an array or a boolean is refused as identifier, type and text', () => {
    for (const value of [{ $gt: '' }, ['a'], true, false]) {
      for (const [part, key] of [
        ['sender', 'id'],
        ['message', 'type'],
        ['message', 'text'],
      ] as const) {
        const body = { sender: { id: 'a' }, message: { ...message } }
        Object.assign(body[part], { [key]: value })
        assert.equal(verdict(read(body)), `invalid_field /${part}/${key}`)
      }
    }
    for (const part of ['sender', 'message']) {
      for (const value of ['a', 5, true, ['a']]) {
        const body = { sender: { id: 'a' }, message, [part]: value }
        assert.equal(verdict(read(body)), `invalid_field /${part}`)
      }
    }
  })
  test('a number is read as its text', () => {
    const input = read('{"sender":{"id":"a","name":1.10},"message":{"type":"text","text":-0.50}}')
    assert.ok(input.kind === 'message')
    assert.equal(input.sender.name, '1.10')
    assert.equal(input.message.text, '-0.50')
  })
})

test('T31 a property of a prototype is not a field, and no body changes a prototype', () => {
  const lent = { sender: { id: 'lent' }, message, type: 'typein', id: 'lent', text: 'lent', file: 'https://lent.test/' }
  for (const [key, value] of Object.entries(lent)) {
    Object.defineProperty(Object.prototype, key, { value, configurable: true, writable: true })
  }
  try {
    assert.equal(verdict(parseCustomer({}, bytes('{}'), { strictMedia: false })), 'sender_id_required /sender/id')
    const own = { sender: { id: 'a', __proto__: null }, message: { type: 'photo' } }
    assert.equal(verdict(parseCustomer(own, bytes('{}'), { strictMedia: false })), 'file_required /message/file')
  } finally {
    for (const key of Object.keys(lent)) Reflect.deleteProperty(Object.prototype, key)
  }
  const poisoned = '{"__proto__":{"id":"x","polluted":1},"name":"Bob"}'
  assert.equal(
    verdict(read(`{"sender":${poisoned},"message":{"type":"text","text":"hi"}}`)),
    'sender_id_required /sender/id',
  )
  read(`{"sender":{"id":"a"},"message":{"type":"photo","file":"https://x.test/","__proto__":{"polluted":1}}}`)
  assert.equal(Reflect.get({}, 'polluted'), undefined)
})

const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(
    'text',
    'photo',
    'location',
    'typein',
    'TypeOut',
    'https://x.test/%zz',
    'http://[',
    '12',
    '-0',
    1e300,
  ),
)
const anything = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
)
const near = fc.record(
  {
    sender: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record(Object.fromEntries(SENDER_FIELDS.map((k) => [k, anything])), { requiredKeys: [] }),
      },
      { weight: 1, arbitrary: anything },
    ),
    message: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record(Object.fromEntries(MESSAGE_FIELDS.map((k) => [k, anything])), { requiredKeys: [] }),
      },
      { weight: 1, arbitrary: anything },
    ),
    type: anything,
  },
  { requiredKeys: [] },
)

test('A32 any JSON gets an answer, never an exception, and every parsed message is valid', () => {
  fc.assert(
    fc.property(fc.oneof(near, fc.jsonValue()), fc.boolean(), (value, strictMedia) => {
      const text = JSON.stringify(value)
      const input = parseCustomer(JSON.parse(text), bytes(text), { strictMedia })
      assertPlain(input)
      assert.ok(JSON.stringify(input).isWellFormed() && !JSON.stringify(input).includes('\\u0000'))
      if (input.kind === 'message') {
        assert.ok(input.sender.id.trim() !== '' && [...input.sender.id].length <= SENDER_ID_MAX)
        assert.ok(input.message.media !== undefined || input.message.text.trim() !== '')
        assert.ok([...input.message.text].length <= 1000)
      }
    }),
    repeats('messages of customers', 3000, 30_000),
  )
})
