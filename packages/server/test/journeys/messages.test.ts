import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { CHANNEL_ERRORS } from '@deskbell/protocol/channel/errors'
import { testKinds } from '../db.ts'
import { PUBLIC_ID, RANDOM, startTestServer, type Answer, type TestServer } from '../test-server.ts'

for (const kind of testKinds())
  describe(`customer messages, ${kind}`, () => {
    let testServer: TestServer
    before(async () => {
      testServer = await startTestServer({ kind, limits: { notFoundPerAddress: 0 } })
    })
    after(() => testServer.close())

    const chatOf = async (key: string) => (await testServer.agent().chats()).find((chat) => chat.visitor.id === key)
    const textsOf = async (key: string): Promise<string[]> => {
      const chat = await chatOf(key)
      if (!chat) return []
      const entries = await testServer.agent().entries(chat.id)
      return entries.flatMap((entry) => (entry.type === 'message' ? [entry.text] : []))
    }

    test('A5 a message is answered with its id in the service when it is stored', async () => {
      const answer = await testServer.visitor('a5').writes('hello')
      assert.equal(answer.status, 200)
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
      assert.deepEqual(Object.keys(answer.body), ['result', 'id'])
      assert.equal(answer.body['result'], 'ok')
      const chat = await chatOf('a5')
      assert.ok(chat)
      const [entry] = await testServer.agent().entries(chat.id)
      assert.equal(entry?.type, 'message')
      assert.equal(entry.type === 'message' && entry.id, answer.body['id'])
      assert.equal(entry?.n, 1)
    })

    test('A5 A14 the integrator and the agent can see that a text was cut', async () => {
      const answer = await testServer.visitor('a14').writes('x'.repeat(1400))
      assert.equal(answer.body['cut'], true)
      const chat = await chatOf('a14')
      const [entry] = await testServer.agent().entries(chat?.id ?? 0)
      assert.ok(entry?.type === 'message')
      assert.equal(entry.text.length, 1000)
      assert.equal(entry.cutFrom, 1400)
    })

    describe('A7 without an identifier no message is stored', () => {
      const missing: [string, unknown][] = [
        ['missing sender', { message: { type: 'text', text: 'x' } }],
        ['null sender', { sender: null, message: { type: 'text', text: 'x' } }],
        ['missing id', { sender: {}, message: { type: 'text', text: 'x' } }],
        ['null id', { sender: { id: null }, message: { type: 'text', text: 'x' } }],
        ['empty id', { sender: { id: '' }, message: { type: 'text', text: 'x' } }],
        ['blank id', { sender: { id: ' \t ' }, message: { type: 'text', text: 'x' } }],
      ]
      for (const [title, body] of missing)
        test(`A7 ${title}`, async () => {
          const chats = (await testServer.agent().chats()).length
          const answer = await testServer.visitor('').post(body)
          assert.equal(answer.status, 400)
          assert.equal(answer.body['error']?.['code'], 'sender_id_required')
          assert.equal((await testServer.agent().chats()).length, chats)
        })
    })

    test('A8 an id as a number and the same id as text are one customer, and no digit is lost', async () => {
      await testServer.visitor('').post('{"sender":{"id":324},"message":{"type":"text","text":"one"}}')
      await testServer.visitor('').post('{"sender":{"id":"324"},"message":{"type":"text","text":"two"}}')
      await testServer.visitor('').post('{"sender":{"id":9007199254740993},"message":{"type":"text","text":"big"}}')
      assert.deepEqual(await textsOf('324'), ['one', 'two'])
      assert.deepEqual(await textsOf('9007199254740993'), ['big'])
      assert.deepEqual(await textsOf('9007199254740992'), [])
    })

    test('A8 identity is the exact text: no trimming, no folding of case', async () => {
      for (const id of ['Key', 'key', ' key', 'kéy', 'kéy']) await testServer.visitor(id).writes(`from <${id}>`)
      const ids = new Set((await testServer.agent().chats('?limit=200')).map((chat) => chat.visitor.id))
      for (const id of ['Key', 'key', ' key', 'kéy', 'kéy']) assert.ok(ids.has(id), `<${id}> is missing`)
    })

    test('A9 given values replace the stored ones; null and blank values leave them', async () => {
      const steps: [Record<string, unknown>, [name: string | null, phone: string | null, email: string | null]][] = [
        [{}, [null, null, null]],
        [{ name: 'Bo', phone: 5551234 }, ['Bo', '5551234', null]],
        [{ name: null, phone: '', email: 'bo@shop.test' }, ['Bo', '5551234', 'bo@shop.test']],
        [{ name: '   ', email: null }, ['Bo', '5551234', 'bo@shop.test']],
        [{ name: 'Beau' }, ['Beau', '5551234', 'bo@shop.test']],
        [{ name: 'N'.repeat(300) }, ['N'.repeat(256), '5551234', 'bo@shop.test']],
      ]
      for (const [sender, [name, phone, email]] of steps) {
        await testServer.visitor('a9', sender).writes('x')
        const visitor = (await chatOf('a9'))?.visitor
        assert.deepEqual([visitor?.name, visitor?.phone, visitor?.email], [name, phone, email])
      }
      const entries = await testServer.agent().entries((await chatOf('a9'))?.id ?? 0)
      assert.equal(entries.filter((entry) => entry.type === 'visitor.changed').length, 4)
    })

    test('A10 a photo that is not a URL is ignored, never an error', async () => {
      for (const photo of [
        ' ',
        'javascript:alert(1)',
        'data:image/png;base64,AAAA',
        'ftp://h/p.png',
        5,
        `http://h/${'x'.repeat(2050)}`,
      ]) {
        const answer = await testServer.visitor('a10', { photo }).writes('x')
        assert.equal(answer.status, 200, String(photo))
      }
      assert.equal((await chatOf('a10'))?.visitor.photo, null)
    })

    test('A11 sender.url is kept as given', async () => {
      await testServer.visitor('a11', { url: 'https://shop.test/cart?x=1' }).writes('x')
      assert.equal((await chatOf('a11'))?.visitor.url, 'https://shop.test/cart?x=1')
      await testServer.visitor('a11', { url: 'the red app, page 2' }).writes('x')
      assert.equal((await chatOf('a11'))?.visitor.url, 'the red app, page 2')
    })

    test('A12 an invitation is recorded once, and again only when it changes', async () => {
      for (const invite of ['Hi?', 'Hi?', 'Hi?']) await testServer.visitor('a12', { invite }).writes('x')
      const invited = async () =>
        (await testServer.agent().entries((await chatOf('a12'))?.id ?? 0)).filter(
          (entry) => entry.type === 'visitor.invited',
        )
      assert.equal((await invited()).length, 1)
      await testServer.visitor('a12', { invite: 'Still there?' }).writes('x')
      assert.equal((await invited()).length, 2)
    })

    test('A13 two equal bodies are two messages; with a key they are one', async () => {
      const visitor = testServer.visitor('a13')
      await visitor.writes('same', { id: 'SAME' })
      await visitor.writes('same', { id: 'SAME' })
      assert.deepEqual(await textsOf('a13'), ['same', 'same'])
      const key = { 'idempotency-key': 'k-1' }
      const first = await visitor.writes('once', {}, key)
      const again = await visitor.writes('once', {}, key)
      assert.equal(again.text, first.text)
      const alias = await visitor.writes('once', {}, { 'webhook-id': 'k-1' })
      assert.equal(alias.text, first.text)
      assert.deepEqual(await textsOf('a13'), ['same', 'same', 'once'])
      const other = await visitor.writes('other', {}, key)
      assert.equal(other.status, 422)
      assert.equal(other.body['error']?.['code'], 'idempotency_mismatch')
    })

    test('R11 the same keyed request many times at once is one message with one answer; without a key, as many as sent', async () => {
      const visitor = testServer.visitor('r11')
      const keyed = await Promise.all(
        Array.from({ length: 40 }, (_, i) => visitor.writes(`k${i % 8}`, {}, { 'idempotency-key': `r11-${i % 8}` })),
      )
      assert.ok(keyed.every((answer) => answer.status === 200))
      assert.equal(new Set(keyed.map((answer) => answer.body['id'])).size, 8)
      await Promise.all(Array.from({ length: 10 }, () => visitor.writes('free')))
      const texts = await textsOf('r11')
      assert.equal(texts.filter((text) => text === 'free').length, 10)
      assert.deepEqual(
        texts.filter((text) => text.startsWith('k')).toSorted(),
        Array.from({ length: 8 }, (_, i) => `k${i}`),
      )
    })

    test('A15 an unknown type with a text is shown as text; without a text it is ignored', async () => {
      for (const type of ['seen', 'start', 'stop', 'rate', 'TEXT', '', 5]) {
        const answer = await testServer.visitor('a15').sends({ type, text: `as ${type}` })
        assert.equal(answer.status, 200, String(type))
        assert.equal(answer.body['result'], 'ok')
      }
      assert.deepEqual(
        await textsOf('a15'),
        ['seen', 'start', 'stop', 'rate', 'TEXT', '', '5'].map((type) => `as ${type}`),
      )
      for (const type of ['seen', 'start', 'stop', 'rate', '', 5]) {
        const answer = await testServer.visitor('a15-silent').sends({ type })
        assert.deepEqual(answer.body, { result: 'ok', ignored: true }, String(type))
      }
      assert.equal(await chatOf('a15-silent'), undefined)
      const missing = await testServer.visitor('a15-silent').sends({ text: 'x' })
      assert.equal(missing.body['error']?.['code'], 'type_required')
    })

    test('A18 a location out of range, or without one of its figures, is refused', async () => {
      const at = (latitude: unknown, longitude: unknown) =>
        testServer.visitor('a18').sends({ type: 'location', latitude, longitude })
      for (const [latitude, longitude] of [
        [91, 0],
        [0, 181],
        ['north', 0],
        [null, 1],
        [1, undefined],
      ]) {
        const answer = await at(latitude, longitude)
        assert.equal(answer.status, 400)
      }
      assert.equal((await at('52.5', -13.25)).status, 200)
      const [entry] = await testServer.agent().entries((await chatOf('a18'))?.id ?? 0)
      assert.ok(entry?.type === 'message')
      assert.deepEqual(entry.attachments, [{ kind: 'location', state: 'none', latitude: 52.5, longitude: -13.25 }])
    })

    describe('A6 A32 invalid bodies are refused, and not stored', () => {
      const good = '{"sender":{"id":"a32"},"message":{"type":"text","text":"x"}}'
      const rows: [
        title: string,
        body: string | Buffer,
        contentType: string | undefined,
        status: number,
        code: string,
      ][] = [
        ['no JSON', 'hello', 'application/json', 400, 'invalid_json'],
        ['no JSON and never meant to be', 'a=b', 'application/x-www-form-urlencoded', 415, 'invalid_json'],
        ['JSON, but no object, with a wrong type', '[1]', 'application/x-www-form-urlencoded', 400, 'invalid_json'],
        ['deep JSON with a wrong type', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, 'text/plain', 400, 'invalid_json'],
        ['an empty body', '', 'application/json', 400, 'invalid_json'],
        ['an array', '[]', 'application/json', 400, 'invalid_json'],
        ['a string', '"x"', 'application/json', 400, 'invalid_json'],
        ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'application/json', 400, 'invalid_json'],
        ['UTF-16', Buffer.from(good, 'utf16le'), 'application/json', 400, 'invalid_json'],
        ['cut off', good.slice(0, -1), 'application/json', 400, 'invalid_json'],
        [
          'too large',
          JSON.stringify({ sender: { id: 'a32' }, message: { type: 'text', text: 'x'.repeat(66_000) } }),
          'application/json',
          413,
          'too_large',
        ],
        [
          'too deep',
          `{"sender":{"id":"a32"},"x":${'['.repeat(40)}${']'.repeat(40)}}`,
          'application/json',
          400,
          'invalid_json',
        ],
        ['deep as the sea', `{"x":${'['.repeat(60_000)}`, 'application/json', 400, 'invalid_json'],
        ['without a message', '{"sender":{"id":"a32"}}', 'application/json', 400, 'message_required'],
        [
          'without a text',
          '{"sender":{"id":"a32"},"message":{"type":"text"}}',
          'application/json',
          400,
          'text_required',
        ],
        [
          'with a blank text',
          '{"sender":{"id":"a32"},"message":{"type":"text","text":" \\n"}}',
          'application/json',
          400,
          'text_required',
        ],
        [
          'an object for a text',
          '{"sender":{"id":"a32"},"message":{"type":"text","text":{"$gt":""}}}',
          'application/json',
          400,
          'invalid_field',
        ],
        [
          'an array for an id',
          '{"sender":{"id":["a32"]},"message":{"type":"text","text":"x"}}',
          'application/json',
          400,
          'invalid_field',
        ],
        [
          'media without a file',
          '{"sender":{"id":"a32"},"message":{"type":"photo"}}',
          'application/json',
          400,
          'file_required',
        ],
      ]
      for (const [title, body, contentType, status, code] of rows)
        test(`A6 A32 ${title}`, async () => {
          const answer = await testServer.ask(testServer.channelUrl, {
            method: 'POST',
            body: typeof body === 'string' ? body : new Uint8Array(body),
            headers: contentType === undefined ? {} : { 'content-type': contentType },
          })
          assert.equal(answer.status, status)
          assert.equal(answer.body['error']?.['code'], code)
          assert.ok(String(answer.body['error']?.['message']).length > 10)
          assert.ok(code in CHANNEL_ERRORS)
          assert.equal(await chatOf('a32'), undefined)
        })
    })

    test('A32 a message with a missing or wrong Content-Type is accepted', async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'nonsense',
        'multipart/form-data; boundary=x',
      ])
        assert.equal(
          (
            await testServer
              .visitor('type')
              .post({ sender: { id: 'type' }, message: { type: 'text', text: type } }, { 'content-type': type })
          ).status,
          200,
          type,
        )
      assert.equal(
        (
          await raw(
            'POST',
            `/${RANDOM}/${PUBLIC_ID}`,
            '{"sender":{"id":"type"},"message":{"type":"text","text":"none"}}',
          )
        ).status,
        200,
      )
      assert.equal((await textsOf('type')).length, 5)
    })

    test('A6 A32 a request gets 415 only when its body is not JSON and its Content-Type names another format', async () => {
      const TYPES = ['text/plain', 'text/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
      const json = '{"sender":{"id":"a6"},"message":{"type":"text","text":"taken"}}'
      const asked = async (body: string, type: string) => {
        const headers = { 'content-type': type }
        const answer = await testServer.ask(testServer.channelUrl, { method: 'POST', body, headers })
        return [answer.status, answer.body['error']?.['code'] ?? answer.body['result']]
      }
      for (const type of TYPES) {
        assert.deepEqual(await asked(json, type), [200, 'ok'], type)
        assert.deepEqual(await asked('hello', type), [415, 'invalid_json'], type)
        assert.deepEqual(await asked('[1]', type), [400, 'invalid_json'], type)
      }
      for (const type of ['application/json', 'text/json; charset=utf-8'])
        assert.deepEqual(await asked('hello', type), [400, 'invalid_json'], type)
      assert.equal((await textsOf('a6')).length, TYPES.length)
    })

    test('A32 the last of two equal keys wins, NUL is removed, lone surrogates are replaced', async () => {
      await testServer
        .visitor('')
        .post('{"sender":{"id":"x","id":"dup"},"message":{"type":"text","text":"first","text":"a\\u0000b\\ud800c"}}')
      assert.deepEqual(await textsOf('dup'), ['ab\uFFFDc'])
    })

    /** Uses Node's own client, which can leave headers out. */
    function raw(
      method: string,
      path: string,
      body = '',
    ): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
      const { hostname, port } = new URL(testServer.url)
      return new Promise((resolve, reject) => {
        const ask = request(
          { hostname, port, method, path, headers: { 'content-length': Buffer.byteLength(body) } },
          (response) => {
            let text = ''
            response.on('data', (chunk: Buffer) => (text += chunk.toString()))
            response.on('end', () =>
              resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
            )
          },
        )
        ask.on('error', reject)
        ask.end(body)
      })
    }

    test('A6 other methods get 405 with the allowed ones', async () => {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await testServer.ask(testServer.channelUrl, { method })
        assert.equal(answer.status, 405, method)
        assert.equal(answer.headers.get('allow'), 'POST, OPTIONS')
        assert.equal(answer.body['error']?.['code'], 'method_not_allowed')
      }
    })

    test('A33 browsers may post: the preflight is answered, credentials are never allowed', async () => {
      const preflight = await testServer.ask(testServer.channelUrl, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://shop.test',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      })
      assert.equal(preflight.status, 204)
      assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
      assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST/)
      assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Content-Type/i)
      assert.equal(preflight.headers.get('access-control-allow-credentials'), null)
      const answers: Answer[] = [await testServer.visitor('a33').writes('x'), await testServer.visitor('').post('no')]
      for (const answer of answers) assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    })

    test('T29 an object, an array, a huge number or SQL in any field is text or 400, never a fault', async () => {
      const values = [
        { $gt: '' },
        [],
        [1],
        true,
        false,
        1e308,
        -0,
        "' OR 1=1--",
        '"; drop table chat; --',
        { length: 9 },
        '{{7*7}}',
      ]
      const fields = ['id', 'name', 'phone', 'email', 'photo', 'url', 'invite']
      for (const value of values) {
        for (const field of fields) {
          const answer = await testServer
            .visitor('')
            .post({ sender: { id: 't29', [field]: value }, message: { type: 'text', text: 'x' } })
          assert.ok([200, 400].includes(answer.status), `${field} ${JSON.stringify(value)}: ${answer.status}`)
        }
        for (const field of [
          'type',
          'id',
          'text',
          'file',
          'file_name',
          'file_size',
          'latitude',
          'thumb',
          'emoji',
          'title',
        ]) {
          const answer = await testServer
            .visitor('')
            .post({ sender: { id: 't29' }, message: { type: 'location', latitude: 1, longitude: 1, [field]: value } })
          assert.ok([200, 400].includes(answer.status), `${field} ${JSON.stringify(value)}: ${answer.status}`)
        }
      }
    })

    test('T31 fields like __proto__ change no prototype', async () => {
      await testServer
        .visitor('')
        .post(
          '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"sender":{"id":"t31","__proto__":{"name":"x"}},"message":{"type":"text","text":"x"}}',
        )
      assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
      assert.equal((await chatOf('t31'))?.visitor.name, null)
      assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
    })
  })
