import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import type { WebSocketServer } from 'ws'
import { closeSockets } from '../../src/platform/http/sockets.ts'
import { startTestServer } from '../test-server.ts'
import { WIDGET } from '../channels/widget/page.ts'

/** A client that sends an upgrade request and never ends its side of the connection. */
async function halfOpen(url: string, path: string) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  let received = ''
  socket.on('data', (data) => (received += data.toString()))
  socket.on('error', () => {})
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await once(socket, 'end')
  return { socket, status: Number(received.split(' ')[1]) }
}

test('T36 the server closes a connection whose upgrade was refused, even if the client never ends it', async () => {
  const testServer = await startTestServer({ channels: [WIDGET] })
  const clients = []
  for (const [path, status] of [
    ['/nowhere', 404],
    ['/api/socket', 401],
    ['/widget/Nobody0000/socket', 404],
  ] as const) {
    const client = await halfOpen(testServer.url, path)
    assert.equal(client.status, status, path)
    clients.push(client.socket)
  }
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve('the end is held up'), 5000)
  assert.equal(await Promise.race([testServer.stop(), late.promise]), undefined)
  clearTimeout(timer)
  for (const client of clients) client.destroy()
  await testServer.close()
})

test('closing ends as soon as all sockets are closed', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  await closeSockets({ clients: new Set() } as WebSocketServer)
  assert.equal(timers(), before)
})
