import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket as TcpSocket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { suite, test, type TestContext } from 'node:test'
import { openTransport, type TransportOptions } from '../../src/calls/sip/transport.ts'
import { T1 } from '../../src/calls/sip/repeats.ts'
import { certificate } from '../certificate.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock } from '../clock.ts'

const head = (first: string, method: string) =>
  `${first}\r\nVia: SIP/2.0/UDP 127.0.0.1;branch=z9hG4bK1\r\nCSeq: 1 ${method}\r\nContent-Length: 0\r\n\r\n`
const OPTIONS = head('OPTIONS sip:trunk SIP/2.0', 'OPTIONS')
const OK = head('SIP/2.0 200 OK', 'OPTIONS')
const BYE = head('BYE sip:desk SIP/2.0', 'BYE')

/** A transport to a peer on loopback. */
async function open(t: TestContext, port: number, more: Partial<TransportOptions> = {}) {
  const clock = handClock()
  const heard: string[] = []
  const lost: string[] = []
  const transport = await openTransport({
    ...{ kind: 'udp', host: '127.0.0.1', port, clock },
    addressesOf: () => Promise.resolve(['127.0.0.1']),
    onMessage: (text) => heard.push(text),
    onLost: ({ message }) => lost.push(message),
    ...more,
  })
  t.after(() => transport.close())
  return { clock, transport, heard, lost }
}

async function udpPeer(t: TestContext) {
  const socket: Socket = createSocket('udp4')
  const heard: { text: string; port: number }[] = []
  socket.on('message', (bytes, from) => heard.push({ text: bytes.toString(), port: from.port }))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(() => socket.close())
  return { socket, heard, port: socket.address().port }
}

async function tcpPeer(t: TestContext, server = createServer()) {
  const sockets: TcpSocket[] = []
  let heard = ''
  const onSocket = (socket: TcpSocket): void => {
    sockets.push(socket)
    socket.on('data', (bytes) => (heard += bytes.toString())).on('error', () => {})
  }
  server.on('secureConnection', onSocket)
  if (!('setSecureContext' in server)) server.on('connection', onSocket)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { sockets, heard: () => heard, port: (server.address() as AddressInfo).port }
}

suite('SIP over UDP', () => {
  test('messages go both ways, from the address that the trunk sees', async (t) => {
    const peer = await udpPeer(t)
    const { transport, heard } = await open(t, peer.port)
    transport.send(OPTIONS)
    await soon(() => peer.heard.length === 1)
    assert.deepEqual(peer.heard, [{ text: OPTIONS, port: transport.port }])
    assert.equal(transport.address, '127.0.0.1')
    peer.socket.send(OK, transport.port, '127.0.0.1')
    await soon(() => heard.length === 1)
    assert.deepEqual(heard, [OK])
  })

  test('what is lost is sent again, and what comes twice is told once', async (t) => {
    const peer = await udpPeer(t)
    const { transport, heard, clock } = await open(t, peer.port)
    transport.send(OPTIONS)
    await clock.move(T1)
    await soon(() => peer.heard.length === 2)
    peer.socket.send(BYE, transport.port, '127.0.0.1')
    await soon(() => heard.length === 1)
    transport.send(head('SIP/2.0 200 OK', 'BYE'))
    peer.socket.send(BYE, transport.port, '127.0.0.1')
    await soon(() => peer.heard.length === 4)
    assert.deepEqual(heard, [BYE])
    assert.deepEqual(transport.counts, { sent: 2, received: 2, again: 2, foreign: 0 })
  })

  test('a packet of another sender is not read, whatever it says, and is counted', async (t) => {
    const peer = await udpPeer(t)
    const stranger = await udpPeer(t)
    const { transport, heard } = await open(t, peer.port)
    for (let i = 0; i < 5; i++) stranger.socket.send(BYE, transport.port, '127.0.0.1')
    await soon(() => transport.counts.foreign === 5)
    peer.socket.send('\r\n\r\n', transport.port, '127.0.0.1')
    peer.socket.send('no SIP at all', transport.port, '127.0.0.1')
    peer.socket.send(BYE, transport.port, '127.0.0.1')
    await soon(() => heard.length === 1)
    assert.deepEqual(heard, [BYE])
  })

  test('nothing is sent after the end, and no timer is left', async (t) => {
    const peer = await udpPeer(t)
    const { transport, clock } = await open(t, peer.port)
    transport.send(OPTIONS)
    await soon(() => peer.heard.length === 1)
    transport.close()
    transport.send(BYE)
    assert.equal(clock.timers(), 0)
    assert.equal(peer.heard.length, 1)
  })
})

suite('SIP over TCP and TLS', () => {
  test('messages go both ways, nothing is repeated, and empty lines keep the connection', async (t) => {
    const peer = await tcpPeer(t)
    const { transport, heard, clock } = await open(t, peer.port, { kind: 'tcp' })
    transport.send(OPTIONS)
    await soon(() => peer.heard() === OPTIONS)
    peer.sockets[0]?.write(OK + BYE)
    await soon(() => heard.length === 2)
    assert.deepEqual(heard, [OK, BYE])
    await clock.move(25_000)
    await soon(() => peer.heard() === `${OPTIONS}\r\n\r\n`)
  })

  test('a connection that the trunk closes, or fills with rubbish, is lost once', async (t) => {
    const peer = await tcpPeer(t)
    const { lost } = await open(t, peer.port, { kind: 'tcp' })
    await soon(() => peer.sockets.length === 1)
    peer.sockets[0]?.end()
    await soon(() => lost.length === 1)
    assert.match(lost[0] ?? '', /closed the connection/)
    const other = await open(t, peer.port, { kind: 'tcp' })
    await soon(() => peer.sockets.length === 2)
    peer.sockets[1]?.write(Buffer.alloc(100_000, 'x'))
    await soon(() => other.lost.length === 1)
    assert.match(other.lost[0] ?? '', /no end/)
  })

  test('a trunk that nobody serves is refused', async (t) => {
    await assert.rejects(open(t, 1, { kind: 'tcp' }), /ECONNREFUSED/)
  })

  test('over TLS a certificate must be trusted and be of the name', async (t) => {
    const { key, cert } = certificate
    const peer = await tcpPeer(t, createTlsServer({ key, cert }))
    await assert.rejects(open(t, peer.port, { kind: 'tls' }), /self.signed/i)
    await assert.rejects(open(t, peer.port, { kind: 'tls', host: 'localhost', ca: cert }), /altnames/)
    const { transport, heard } = await open(t, peer.port, { kind: 'tls', ca: cert })
    transport.send(OPTIONS)
    await soon(() => peer.heard() === OPTIONS)
    peer.sockets.at(-1)?.write(OK)
    await soon(() => heard.length === 1)
  })
})
