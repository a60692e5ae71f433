import { PUBLIC_ID, RANDOM, tokenOf } from '../test-server.ts'
import { WIDGET_ID } from '../channels/widget/page.ts'
import type { Attack } from './attack.ts'
import { helloOf, SOCKET } from './frame-rows.ts'
import { toRequest, toTextFrame, toUpgrade, toWebSocket, type RawRequest } from './wire.ts'
import { ADDRESS, type World } from './surroundings.ts'

/** Attacks on neither a route nor a frame, such as on connections. */
type Make = (world: World) => Attack[]

const from = [ADDRESS]
const PING = 9
const CONTINUATION = 0
const TEXT = 1
const requests = (...some: RawRequest[]): Uint8Array[] => some.map(toRequest)
const on = (sends: readonly Uint8Array[], form: Attack['form'], size: Partial<Attack> = {}): Attack => ({
  form,
  from,
  sends,
  connections: 100,
  rate: 1000,
  depth: 100,
  ...size,
})
const sockets = (sends: readonly Uint8Array[], form: Attack['form'], world: World, size: Partial<Attack>): Attack => ({
  ...on(sends, form, size),
  upgrade: toUpgrade(SOCKET),
  greetings: [toTextFrame(helloOf(world.secret))],
})

const many = (make: (i: number) => Uint8Array) => Array.from({ length: 64 }, (_, i) => make(i))
const longUrl = (name: string) => `https://shop.test/?${name}=${'й'.repeat(2000)}`
/** An admin who does nothing else: the others are measured, and what one agent asks for is theirs alone to wait for. */
export const MAL = 'mal@shop.test'
const AS_MAL = { Authorization: `Bearer ${tokenOf(MAL)}` }

export const FURTHER_ROWS: Readonly<Record<string, Make>> = {
  // The library answers pings by itself: they count for no limit of frames, and their answers wait for the reader.
  'pings of the socket protocol, unread': (world) => [
    sockets([toWebSocket(Buffer.alloc(125), { opcode: PING })], 'unread', world, { connections: 200, depth: 500 }),
  ],
  // Each piece of a message that never ends is kept apart.
  'messages in pieces of one byte that never end': (world) => [
    sockets(
      [
        Buffer.concat([
          toWebSocket(Buffer.from('x'), { opcode: TEXT, fin: false }),
          ...Array.from({ length: 16_000 }, () => toWebSocket(Buffer.from('x'), { opcode: CONTINUATION, fin: false })),
        ]),
      ],
      'pipelined',
      world,
      { connections: 300, depth: 1 },
    ),
  ],
  'requests to become a socket, where there is none, without credentials, and half': () => [
    on([toUpgrade('/nowhere'), toUpgrade('/api/socket'), toUpgrade('/widget/Nobody0000/socket')], 'fresh', {
      rate: 300,
    }),
    on([toUpgrade(SOCKET)], 'half', { connections: 300 }),
  ],
  'sockets that never say a word': () => [
    { ...on([new Uint8Array()], 'half', { connections: 1000 }), upgrade: toUpgrade(SOCKET) },
  ],
  'headers of 15 kB': () => [
    on(requests({ method: 'GET', path: '/healthz', headers: { 'X-Long': 'x'.repeat(15_000) } }), 'flood'),
    on(
      requests({
        method: 'GET',
        path: '/version',
        headers: Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`x${i}`, '1'])),
      }),
      'flood',
    ),
  ],
  'bodies in pieces that never end': () => [
    on(
      [
        Buffer.from(
          `POST /${RANDOM}/${PUBLIC_ID} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n` +
            '1\r\nx\r\n'.repeat(4000),
        ),
      ],
      'slow',
      { connections: 300 },
    ),
  ],
  'bodies that are promised and never come': () => [
    on(
      requests(
        { method: 'POST', path: `/${RANDOM}/${PUBLIC_ID}`, length: 60_000, body: '{' },
        { method: 'POST', path: '/api/session', length: 60_000, body: '{' },
        {
          method: 'POST',
          path: `/widget/${WIDGET_ID}/files`,
          headers: {
            Authorization: `Bearer ${'promised'.padEnd(32, '0')}`,
            'X-Request-Id': 'promised-00000',
            'Content-Type': 'multipart/form-data; boundary=b',
          },
          length: 20_000_000,
          body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\nxxxx',
        },
      ),
      'pipelined',
      { connections: 300, depth: 1 },
    ),
  ],
  'HTTP/1.0 and connections kept by it': () => [
    on([Buffer.from('GET /version HTTP/1.0\r\nConnection: keep-alive\r\n\r\n')], 'flood', { rate: 1000 }),
  ],
  'guesses at tokens and cookies of agents': () => [
    on(
      many((i) =>
        toRequest({ method: 'GET', path: '/api/chats', headers: { Authorization: `Bearer deskbell_guess_${i}` } }),
      ),
      'flood',
    ),
    on(
      many((i) => toRequest({ method: 'GET', path: '/api/me', headers: { Cookie: `deskbell=guess${i}` } })),
      'pipelined',
      { connections: 10, depth: 500 },
    ),
    on(
      many((i) => toUpgrade('/api/socket', { Authorization: `Bearer deskbell_guess_${i}` })),
      'fresh',
      { rate: 100 },
    ),
  ],
  // Each is remembered as the way by which a tab came to the site.
  'hello from ever new tabs, with the longest addresses': (world) => [
    {
      ...sockets(
        Array.from({ length: 6000 }, (_, i) =>
          toTextFrame({ ...helloOf(null, `visit-${i}-tabs`), url: longUrl('utm_campaign'), referrer: longUrl('from') }),
        ),
        'flood',
        world,
        { connections: 200, rate: 3000 },
      ),
      greetings: [],
    },
  ],
  'the agent API with one token on many connections': ({ chat }) => [
    on(
      [
        '/chats?limit=200',
        `/chats/${chat}/entries?limit=500`,
        '/archive?words=shop&limit=100',
        '/visitors',
        '/deliveries',
      ].map((path) => toRequest({ method: 'GET', path: `/api${path}`, headers: AS_MAL })),
      'flood',
      { connections: 50, rate: 500 },
    ),
    on([toRequest({ method: 'GET', path: '/api/archive.csv', headers: AS_MAL })], 'unread', {
      connections: 100,
      depth: 4,
    }),
  ],
  'readers of events with one token': ({ streamToken }) => [
    on(
      [
        toRequest({
          method: 'GET',
          path: '/api/events?after=0',
          headers: { Authorization: `Bearer ${streamToken}`, Accept: 'text/event-stream' },
        }),
      ],
      'unread',
      { connections: 200, depth: 1 },
    ),
    on(
      [
        toRequest({
          method: 'GET',
          path: '/api/events?after=0&wait=20',
          headers: { Authorization: `Bearer ${streamToken}`, Accept: 'application/json' },
        }),
      ],
      'pipelined',
      { connections: 50, depth: 20 },
    ),
  ],
  'one byte of a file, again and again': ({ link, port }) => [
    on(
      ['GET', 'HEAD'].map((method) =>
        toRequest({ method, path: link, headers: { Host: `127.0.0.1:${port}`, Range: 'bytes=0-0' } }),
      ),
      'flood',
    ),
    on([toRequest({ method: 'GET', path: `${link}x`, headers: { Host: `127.0.0.1:${port}` } })], 'flood', {
      rate: 500,
    }),
  ],
  'forms of many small parts': () => [
    on(
      many((i) =>
        toRequest({
          method: 'POST',
          path: `/widget/${WIDGET_ID}/files`,
          headers: {
            Authorization: `Bearer ${`parts${i}`.padEnd(32, '0')}`,
            'X-Request-Id': `parts-${i}-00000`,
            'Content-Type': 'multipart/form-data; boundary=b',
          },
          body: `${'--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nx\r\n'.repeat(1000)}--b--\r\n`,
        }),
      ),
      'flood',
      { connections: 50, rate: 300 },
    ),
  ],
  // The public does not reach this port; what else runs on the machine does.
  'the metrics, pipelined and unread': ({ metricsPort }) => [
    { ...on(requests({ method: 'GET', path: '/metrics' }), 'pipelined', { depth: 100 }), port: metricsPort },
    { ...on(requests({ method: 'GET', path: '/metrics' }), 'unread', { depth: 100 }), port: metricsPort },
  ],
  'what is no HTTP': () => [on([Buffer.from('\u0000\u0001 no request at all\r\n\r\n')], 'fresh', { rate: 300 })],
}
