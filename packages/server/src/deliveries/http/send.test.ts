import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { after, test, type TestContext } from 'node:test'
import { setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { certificate } from '../../../test/certificate.ts'
import { handClock, settle } from '../../../test/clock.ts'
import { startIntegratorServer, type IntegratorServerOptions } from '../../../test/integrator-server.ts'
import { realClock, type Clock } from '../../platform/clock.ts'
import { makeGuard, type GuardOptions } from './guard.ts'
import { makeSender, type Answer, type Outgoing } from './send.ts'

/** Without the guard under test, a request may never end; the timeout then ends the test. */
const hasty = { timeout: 10_000 }

const post = { method: 'POST', body: '{"a":1}', timeoutMs: 3_000, maxBytes: 262_144 } as const
const get = { method: 'GET', timeoutMs: 3_000, maxBytes: 25_000_000, redirects: 3, purpose: 'media' } as const

function senderFor(t: TestContext, options: GuardOptions & { clock?: Clock; socketsPerOrigin?: number } = {}) {
  const { clock = realClock, socketsPerOrigin = 32, ...guard } = options
  const sender = makeSender({
    guard: makeGuard({ allowTargets: ['127.0.0.1'], ...guard }),
    clock,
    userAgent: 'Deskbell/0.1.0',
    socketsPerOrigin,
  })
  t.after(() => sender.close())
  return sender
}

async function integratorFor(t: TestContext, options?: IntegratorServerOptions) {
  const integrator = await startIntegratorServer(options)
  t.after(() => integrator.close())
  return integrator
}

/** A server that records the bytes it receives and sends given bytes. */
async function rawServer(t: TestContext, answer: (socket: Socket, heard: string) => void) {
  let heard = ''
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let mine = ''
    socket.on('data', (data) => {
      heard += data.toString('latin1')
      mine += data.toString('latin1')
      const whole = /\r\n\r\n(?:\{"a":1\}|7\r\n\{"a":1\}\r\n0\r\n\r\n)$/.test(mine) || /^GET [^]*\r\n\r\n$/.test(mine)
      if (whole) answer(socket, mine)
      if (whole) mine = ''
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard: () => heard, sockets }
}

const ok = (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n{"result":"ok"}')

function failure(answer: Answer) {
  assert.equal(answer.kind, 'failed', JSON.stringify(answer))
  return answer.kind === 'failed' ? `${answer.reason}: ${answer.detail}` : ''
}

function body(answer: Answer) {
  assert.equal(answer.kind, 'answered', JSON.stringify(answer))
  return answer.kind === 'answered' ? answer.body.toString() : ''
}

test('a request and its answer, on a connection that is kept', async (t) => {
  const sender = senderFor(t)
  const integrator = await integratorFor(t)
  for (let i = 0; i < 3; i++) {
    const answer = await sender.send({ ...post, url: `${integrator.url}/a/b?c=d`, headers: { 'x-key': 'value' } })
    assert.ok(answer.kind === 'answered')
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'application/json')
    assert.equal(answer.body.toString(), '{"result":"ok"}')
    assert.equal(answer.address, '127.0.0.1')
  }
  assert.equal(integrator.connections(), 1)
  const [request] = integrator.requests
  assert.equal(request?.path, '/a/b?c=d')
  assert.equal(request?.body, '{"a":1}')
  assert.equal(request?.header('x-key'), 'value')
  assert.equal(request?.header('user-agent'), 'Deskbell/0.1.0')
  assert.equal(request?.header('accept-encoding'), 'identity')
})

test('no origin exceeds its number of sockets, and all requests are answered', async (t) => {
  const sender = senderFor(t, { socketsPerOrigin: 4 })
  const integrator = await integratorFor(t)
  const answers = await Promise.all(Array.from({ length: 100 }, () => sender.send({ ...post, url: integrator.url })))
  assert.ok(answers.every(({ kind }) => kind === 'answered'))
  assert.equal(integrator.connections(), 4)
})

test('A28 chunked or with a length, and never both', async (t) => {
  const sender = senderFor(t)
  const server = await rawServer(t, ok)
  assert.equal(body(await sender.send({ ...post, url: server.url })), '{"result":"ok"}')
  const plain = server.heard()
  assert.match(plain, /\r\ncontent-length: 7\r\n/i)
  assert.doesNotMatch(plain, /transfer-encoding/i)
  assert.equal(body(await sender.send({ ...post, url: server.url, chunked: true })), '{"result":"ok"}')
  const chunked = server.heard().slice(plain.length)
  assert.match(chunked, /\r\ntransfer-encoding: chunked\r\n/i)
  assert.doesNotMatch(chunked, /content-length/i)
  assert.ok(chunked.endsWith('\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n'), chunked)
})

test('A29 no redirect of a POST is followed', async (t) => {
  const sender = senderFor(t)
  const [integrator, target] = [await integratorFor(t), await integratorFor(t)]
  for (const status of [301, 302, 303, 307, 308]) {
    integrator.redirects(status, target.url)
    const answer = await sender.send({ ...post, url: integrator.url, redirects: 3 })
    assert.ok(answer.kind === 'answered' && answer.status === status)
  }
  assert.equal(target.requests.length, 0)
})

test('a GET follows three redirects, and sends no secret to another origin', async (t) => {
  const sender = senderFor(t)
  const [one, two] = [await integratorFor(t), await integratorFor(t)]
  one.redirects(302, '/b', 1)
  one.redirects(307, `${two.url}/c`, 1)
  two.redirects(301, 'd?e', 1)
  two.answersText('the file')
  const headers = { authorization: 'Bearer secret', 'x-key': 'secret', accept: 'image/*' }
  assert.equal(body(await sender.send({ ...get, url: `${one.url}/a`, headers })), 'the file')
  const heard = [...one.requests, ...two.requests]
  assert.deepEqual(
    heard.map(({ path, header }) => [path, header('authorization'), header('x-key'), header('accept')]),
    [
      ['/a', 'Bearer secret', 'secret', 'image/*'],
      ['/b', 'Bearer secret', 'secret', 'image/*'],
      ['/c', undefined, undefined, 'image/*'],
      ['/d?e', undefined, undefined, 'image/*'],
    ],
  )
  one.redirects(302, `${one.url}/again`)
  assert.equal(failure(await sender.send({ ...get, url: one.url })), 'redirect: more than 3 redirects')
  assert.equal(one.requests.length, 2 + 4)
  one.redirects(302, 'http://')
  assert.match(failure(await sender.send({ ...get, url: one.url })), /^redirect: /)
})

test('R7 each kind of failure has its message', hasty, async (t) => {
  const clock = handClock()
  const sender = senderFor(t, { clock, lookup: () => Promise.reject(new Error('ENOTFOUND')) })
  const integrator = await integratorFor(t, { clock })
  const send = (url = integrator.url, more: Partial<Outgoing> = {}) => sender.send({ ...post, url, ...more })

  integrator.fails(1, 503)
  const busy = await send()
  assert.ok(busy.kind === 'answered' && busy.status === 503)
  integrator.html()
  assert.match(body(await send()), /^<!doctype/)
  integrator.garbage()
  assert.equal(failure(await send()), 'bad_response: the answer is not valid HTTP')
  integrator.resets()
  assert.equal(failure(await send()), 'reset: the server closed the connection without an answer')
  integrator.behaves((_request, _response, socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'))
  assert.match(
    failure(await send()),
    /^reset: the server closed the connection in the middle|^bad_response: the answer is shorter/,
  )
  assert.equal(failure(await send('http://nowhere.test/')), 'dns: the name nowhere.test could not be found')

  const afterMs = async (ms: number, url?: string) => {
    const came = integrator.requests.length
    const answer = send(url)
    await integrator.receives(() => integrator.requests.length > came)
    await clock.move(ms - 1)
    await clock.move(1)
    return answer
  }
  integrator.hangs()
  const hung = await afterMs(3_000)
  assert.equal(failure(hung), 'timeout: no answer within 3 seconds')
  assert.equal(hung.ms, 3_000)
  integrator.slowHeader()
  assert.equal(failure(await afterMs(3_000)), 'timeout: no answer within 3 seconds')
  integrator.answersAfter(2_900)
  assert.equal(body(await afterMs(2_900)), '{"result":"ok"}')
  integrator.answersAfter(3_100)
  assert.equal(failure(await afterMs(3_000)), 'timeout: no answer within 3 seconds')
  integrator.answers()
  assert.equal(body(await send()), '{"result":"ok"}', 'the next request succeeds after all failures')

  await integrator.refuses()
  await settle()
  assert.equal(failure(await send()), 'refused: the server refused the connection')
  await integrator.recovers()
  assert.equal(body(await send()), '{"result":"ok"}')
})

test('R7 a look-up without an answer ends at the deadline of the request', hasty, async (t) => {
  const clock = handClock()
  const sender = senderFor(t, { clock, lookup: () => new Promise(() => {}) })
  const answer = sender.send({ ...post, url: 'http://slow.test/' })
  await clock.move(3_000)
  assert.equal(failure(await answer), 'timeout: no connection within 3 seconds')
  await clock.move(10_000)
})

test('A24 a queued request whose deadline passed is not sent', hasty, async (t) => {
  const clock = handClock()
  const sender = senderFor(t, { clock, socketsPerOrigin: 1 })
  const integrator = await integratorFor(t, { clock })
  integrator.hangs(1)
  const first = sender.send({ ...post, url: integrator.url, timeoutMs: 6_000 })
  await integrator.receives(() => true)
  const second = sender.send({ ...post, body: 'too late', url: integrator.url })
  await clock.move(3_000)
  assert.match(failure(await second), /^timeout: /)
  await clock.move(3_000)
  assert.match(failure(await first), /^timeout: /)
  assert.equal(body(await sender.send({ ...post, url: integrator.url })), '{"result":"ok"}')
  assert.deepEqual(
    integrator.requests.map((request) => request.body),
    ['{"a":1}', '{"a":1}'],
  )
})

test('TLS: a self-signed certificate is refused, a trusted one accepted, only for the requested name', async (t) => {
  const lookup = async () => ['127.0.0.1']
  const integrator = await integratorFor(t, { secure: true })
  const named = `https://integrator.test:${integrator.port}`
  const untrusting = senderFor(t, { lookup })
  assert.match(failure(await untrusting.send({ ...post, url: named })), /^tls: no secure connection: its certificate/)
  const plain = await integratorFor(t)
  assert.match(failure(await untrusting.send({ ...post, url: plain.url.replace('http', 'https') })), /^tls: /)
  assert.equal(integrator.requests.length + plain.requests.length, 0)

  setDefaultCACertificates([certificate.cert])
  after(() => setDefaultCACertificates([]))
  const sender = senderFor(t, { lookup })
  for (const url of [named, named, `https://integrator.test.:${integrator.port}`, integrator.url]) {
    assert.equal(body(await sender.send({ ...post, url })), '{"result":"ok"}', url)
  }
  assert.equal(integrator.requests[0]?.header('host'), `integrator.test:${integrator.port}`)
  assert.equal(
    failure(await sender.send({ ...post, url: `https://other.test:${integrator.port}` })),
    'tls: no secure connection: its certificate is for another name',
  )
})

test('T14 a response is read only up to its limit', hasty, async (t) => {
  const sender = senderFor(t)
  const integrator = await integratorFor(t)
  integrator.endless()
  assert.equal(
    failure(await sender.send({ ...post, url: integrator.url })),
    'too_large: the answer is larger than 256 KiB',
  )
  integrator.behaves((_request, response) => void response.writeHead(200, { 'content-length': 262_145 }).write('a'))
  assert.match(failure(await sender.send({ ...post, url: integrator.url })), /^too_large: /)
  integrator.answersText('a'.repeat(262_144))
  assert.equal(body(await sender.send({ ...post, url: integrator.url })).length, 262_144)
  integrator.answersText('a'.repeat(262_145))
  assert.match(failure(await sender.send({ ...post, url: integrator.url })), /^too_large: /)
})

test('T14 responses are not decompressed', hasty, async (t) => {
  const sender = senderFor(t)
  const integrator = await integratorFor(t)
  const bomb = gzipSync(Buffer.alloc(20_000_000))
  integrator.behaves((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
  const answer = await sender.send({ ...post, url: integrator.url })
  assert.ok(answer.kind === 'answered' && answer.body.equals(bomb))
})

test('T14 headers are limited to 16 kB', hasty, async (t) => {
  const sender = senderFor(t)
  const flood = `HTTP/1.1 200 OK\r\n${'x-flood: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(500)}\r\n`
  const server = await rawServer(t, (socket) => void socket.write(flood))
  assert.equal(
    failure(await sender.send({ ...post, url: server.url })),
    'bad_response: the headers of the answer are larger than 16 kB',
  )
  const one = await rawServer(t, (socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(20_000)}`))
  assert.match(failure(await sender.send({ ...post, url: one.url })), /^bad_response: .*16 kB/)
  const long = await rawServer(t, (socket) => void socket.write(`HTTP/1.1 200 ${'a'.repeat(40_000)}`))
  assert.equal((await sender.send({ ...post, url: long.url, timeoutMs: 300 })).kind, 'failed')
})

test('T14 the limit of headers is the same when Node was started with a larger one', hasty, async (t) => {
  // As `node --max-http-header-size=1000000` would set it.
  t.mock.getter(http, 'maxHeaderSize', () => 1_000_000)
  const sender = senderFor(t)
  const server = await rawServer(t, (socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}`))
  assert.match(failure(await sender.send({ ...post, url: server.url })), /^bad_response: .*16 kB/)
})

test('T14 a slow response ends at the deadline of the request, even if bytes keep arriving', hasty, async (t) => {
  const clock = handClock()
  const sender = senderFor(t, { clock })
  const integrator = await integratorFor(t, { clock })
  integrator.oneByteASecond()
  const answer = sender.send({ ...post, url: integrator.url })
  await integrator.receives(() => true)
  for (let second = 0; second < 3; second++) await clock.move(1_000)
  assert.equal(failure(await answer), 'timeout: the answer was not complete after 3 seconds')
  const hints = await rawServer(t, (socket) => {
    socket.write('HTTP/1.1 103 Early Hints\r\n\r\n')
    socket.on('drain', () => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(2_000)))
    socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(2_000))
  })
  assert.match(
    failure(await senderFor(t).send({ ...post, url: hints.url, timeoutMs: 300 })),
    /^(timeout|bad_response): /,
  )
})

test('a file is passed on chunk by chunk, no faster than it is consumed', async (t) => {
  const sender = senderFor(t)
  const integrator = await integratorFor(t)
  const file = Buffer.alloc(3_000_000, 'file ')
  integrator.behaves((_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(file))
  const taken: Buffer[] = []
  let busy = 0
  const onChunk = async (chunk: Buffer) => {
    assert.equal(busy++, 0, 'one piece at a time')
    await new Promise((resolve) => setImmediate(resolve))
    taken.push(Buffer.from(chunk))
    busy--
  }
  const answer = await sender.send({ ...get, url: integrator.url, onChunk })
  assert.ok(answer.kind === 'answered' && answer.body.length === 0 && answer.headers['content-type'] === 'image/png')
  assert.ok(Buffer.concat(taken).equals(file))

  assert.equal(
    failure(await sender.send({ ...get, url: integrator.url, maxBytes: 2_000_000, onChunk: () => {} })),
    'too_large: the answer is larger than 2 MB',
  )
  const full = () => Promise.reject(new Error('disk full'))
  assert.equal((await sender.send({ ...get, url: integrator.url, onChunk: full })).kind, 'failed')
  integrator.html(404)
  const none = await sender.send({
    ...get,
    url: integrator.url,
    onChunk: () => assert.fail('not the body of an error'),
  })
  assert.ok(none.kind === 'answered' && none.status === 404)
})

test('T35 headers that would change the request are refused, and nothing is sent', async (t) => {
  const sender = senderFor(t)
  const integrator = await integratorFor(t)
  for (const [name, value] of [
    ['x-a', 'b\r\nx-c: d'],
    ['x-a', 'b\nx-c: d'],
    ['x-a', 'b\rc'],
    ['x-a', 'b\0c'],
    ['x-a', 'ключ'],
    ['x-a\r\nx-b', 'c'],
    ['x a', 'b'],
    ['', 'b'],
    ['Host', 'other.test'],
    ['Content-Length', '3'],
    ['Transfer-Encoding', 'chunked'],
    ['Connection', 'upgrade'],
    ['Upgrade', 'websocket'],
    ['Expect', '100-continue'],
  ] as const) {
    const answer = await sender.send({ ...post, url: integrator.url, headers: { [name]: value } })
    assert.ok(answer.kind === 'failed' && answer.reason === 'forbidden', `${name}: ${value}`)
    assert.ok(!answer.detail.includes(value))
  }
  for (const url of [`${integrator.url}/a b`, `${integrator.url}/a\r\nx: y`, `${integrator.url}/é?ü=\u0001&`]) {
    await sender.send({ ...post, url })
  }
  assert.deepEqual(
    integrator.requests.map(({ path }) => path),
    ['/a%20b', '/ax:%20y', '/%C3%A9?%C3%BC=%01&'],
  )
})

test('T35 ambiguous responses affect no other request', async (t) => {
  const evil = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil'
  const answers = [
    `HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}${evil}`,
    `HTTP/1.1 204 No Content\r\n\r\n${evil}`,
    `HTTP/1.1 204 No Content\r\ncontent-length: ${evil.length}\r\n\r\n${evil}`,
    `HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 40\r\n\r\n{}${evil}`,
    `HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${evil}`,
    `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\n{}\n0\n\n${evil}`,
    `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n${evil}`,
    `HTTP/1.1 200 OK\r\ntransfer-encoding: identity, chunked\r\n\r\n0\r\n\r\n${evil}`,
    `HTTP/1.1 200 OK\r\ncontent-length: +2\r\n\r\n{}${evil}`,
    `HTTP/1.1 200 OK\ncontent-length: 2\n\n{}${evil}`,
    `HTTP/1.1 200 OK\r\n x: y\r\ncontent-length: 2\r\n\r\n{}${evil}`,
    `HTTP/1.1 200 OK\r\nx\0: y\r\ncontent-length: 2\r\n\r\n{}${evil}`,
    `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n${evil}`,
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}${evil}`,
    `HTTP/9.9 200 OK\r\n\r\n${evil}`,
  ]
  for (const raw of answers) {
    const sender = senderFor(t, { socketsPerOrigin: 1 })
    let first = true
    const server = await rawServer(t, (socket) => {
      if (first) socket.write(raw)
      else ok(socket)
      first = false
    })
    const send = () => sender.send({ ...post, url: server.url, timeoutMs: 1_000 })
    const [hit, next] = await Promise.all([send(), send()])
    assert.ok(hit.kind === 'failed' || hit.body.toString() !== 'evil', raw)
    assert.equal(body(next), '{"result":"ok"}', raw)
  }
})

test('T15 the message of a failure contains only the host of the address', hasty, async (t) => {
  const clock = handClock()
  const lookup = async (host: string) => (host === 'inside.test' ? ['10.0.0.1'] : Promise.reject(new Error(host)))
  const sender = senderFor(t, { clock, lookup })
  const integrator = await integratorFor(t, { clock })
  const secret = 'S3CR3T'
  const path = `/${secret}?${secret}=${secret}#${secret}`
  const answers: Answer[] = []
  const send = async (base: string, more: Partial<Outgoing> = {}) => {
    answers.push(await sender.send({ ...get, url: base + path, headers: { 'x-key': secret }, ...more }))
  }
  for (const base of [
    'http://nowhere.test',
    'http://inside.test',
    'http://10.0.0.1',
    'http://127.0.0.1:1',
    'ftp://shop.test',
  ]) {
    await send(base)
  }
  integrator.resets()
  await send(integrator.url)
  integrator.garbage()
  await send(integrator.url)
  integrator.redirects(302, `http://10.0.0.1${path}`)
  await send(integrator.url)
  integrator.redirects(302, path)
  await send(integrator.url)
  integrator.endless()
  await send(integrator.url, { maxBytes: 10 })
  await send(integrator.url, { headers: { host: secret } })
  assert.equal(answers.length, 11)
  for (const answer of answers) {
    assert.ok(answer.kind === 'failed' && answer.detail !== '')
    assert.ok(!JSON.stringify(answer).includes(secret), answer.detail)
  }
})

test('closing ends open requests, and never rejects', async (t) => {
  const sender = senderFor(t)
  const integrator = await integratorFor(t)
  integrator.hangs()
  const answer = sender.send({ ...post, url: integrator.url })
  await integrator.receives(() => true)
  await sender.close()
  assert.equal(failure(await answer), 'stopped: this server is stopping')
  assert.equal(failure(await sender.send({ ...post, url: integrator.url })), 'stopped: this server is stopping')
})
