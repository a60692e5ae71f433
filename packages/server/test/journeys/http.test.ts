import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { PUBLIC_ID, RANDOM, startTestServer, type TestServer } from '../test-server.ts'

describe('HTTP clients', () => {
  let testServer: TestServer
  before(async () => {
    testServer = await startTestServer()
  })
  after(() => testServer.close())

  const address = `/${RANDOM}/${PUBLIC_ID}`
  const message = JSON.stringify({ sender: { id: 'raw' }, message: { type: 'text', text: 'hi' } })

  /** Sends the bytes of a request and reads the answer until the connection is closed. */
  function sends(start: string, headers: readonly string[] = [], body = '') {
    const port = Number(new URL(testServer.url).port)
    const all = [`Host: 127.0.0.1:${port}`, 'Connection: close', ...headers]
    return new Promise<{ status: number; headers: string; text: string }>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let received = ''
      socket.setTimeout(5000, () => socket.destroy(new Error(`no end of: ${received}`)))
      socket.on('data', (bytes) => (received += bytes.toString()))
      socket.on('error', reject)
      socket.on('close', () => {
        const [head = '', ...rest] = received.split('\r\n\r\n')
        resolve({ status: Number(head.split(' ')[1]), headers: head.toLowerCase(), text: rest.join('\r\n\r\n') })
      })
      socket.write(`${start}\r\n${all.join('\r\n')}\r\n\r\n${body}`)
    })
  }
  const length = (body: string) => `Content-Length: ${Buffer.byteLength(body)}`
  /** Checks that a refusal has our shape and repeats nothing of the request. */
  function isRefusal(answer: { status: number; headers: string; text: string }, status: number, code: string): void {
    assert.equal(answer.status, status)
    assert.match(answer.headers, /content-type: application\/json/)
    const body = JSON.parse(answer.text)
    assert.deepEqual(Object.keys(body), ['error'])
    assert.equal(body.error.code, code)
    assert.doesNotMatch(answer.text, /FST_|%|aaaa/)
  }

  for (const path of [`/%zz/${PUBLIC_ID}`, `/${RANDOM}/%E0%A4%A/status`, '/%'])
    test(`A6 a malformed path gets 404: ${path}`, async () => {
      isRefusal(await sends(`GET ${path} HTTP/1.1`), 404, 'not_found')
    })

  for (const path of ['//', '//:99999', 'http://', 'http://[', '*', '/%zz', '/api/socket/', `${address}/status`])
    test(`A6 an upgrade on a path without a socket gets 404: ${path}`, async () => {
      const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
      const answer = await sends(`GET ${path} HTTP/1.1`, [...upgrade, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='])
      isRefusal(answer, 404, 'not_found')
    })

  test('A2 a random string or an id of any length is answered like a wrong one', async () => {
    const wrong = await sends(`POST /${'b'.repeat(32)}/${PUBLIC_ID} HTTP/1.1`, [length(message)], message)
    isRefusal(wrong, 404, 'channel_not_found')
    for (const path of [`/${'a'.repeat(500)}/${PUBLIC_ID}`, `/${RANDOM}/${'a'.repeat(12_000)}`]) {
      const long = await sends(`POST ${path} HTTP/1.1`, [length(message)], message)
      assert.deepEqual([long.status, long.text], [wrong.status, wrong.text])
    }
  })

  test('A6 bytes that are not HTTP are refused', async () => {
    isRefusal(await sends(`BREW ${address} HTTP/1.1`), 400, 'bad_request')
    isRefusal(await sends(`POST ${address} HTTP/1.1`, ['Content-Length: -5']), 400, 'bad_request')
    isRefusal(await sends(`POST ${address} HTTP/1.1`, ['Transfer-Encoding: chunked'], 'zz\r\n'), 400, 'bad_request')
    isRefusal(await sends(`GET ${address}/status HTTP/1.1`, [`X-Long: ${'a'.repeat(20_000)}`]), 431, 'bad_request')
  })

  test('A3 A6 every other method gets 405 with the allowed ones', async () => {
    for (const method of METHODS.filter((one) => !['CONNECT', 'OPTIONS'].includes(one))) {
      if (method !== 'POST') {
        const answer = await sends(`${method} ${address} HTTP/1.1`)
        assert.equal(answer.status, 405, method)
        assert.match(answer.headers, /allow: post, options/)
      }
      if (method !== 'GET' && method !== 'HEAD') {
        const answer = await sends(`${method} ${address}/status HTTP/1.1`)
        assert.equal(answer.status, 405, method)
        assert.match(answer.headers, /allow: get, head, options/)
      }
    }
  })

  for (const [name, version, headers, body] of [
    ['HTTP/1.0', 'HTTP/1.0', [length(message)], message],
    [
      'a body in chunks',
      'HTTP/1.1',
      ['Transfer-Encoding: chunked'],
      `${message.length.toString(16)}\r\n${message}\r\n0\r\n\r\n`,
    ],
    // Java's HttpClient and `curl --http2` send this header on every plain connection.
    [
      'an offer of HTTP/2',
      'HTTP/1.1',
      [
        'Connection: Upgrade, HTTP2-Settings',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
        length(message),
      ],
      message,
    ],
  ] as const)
    test(`a message is accepted with ${name}`, async () => {
      const answer = await sends(`POST ${address} ${version}`, headers, body)
      assert.equal(answer.status, 200, answer.text)
      assert.equal(JSON.parse(answer.text).result, 'ok')
    })

  test('a message is accepted from a client that sends Expect: 100-continue', async () => {
    const answer = await sends(`POST ${address} HTTP/1.1`, ['Expect: 100-continue', length(message)], message)
    assert.equal(answer.status, 100)
    assert.match(answer.text, /^HTTP\/1\.1 200 OK/)
  })
})
