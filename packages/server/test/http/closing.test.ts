import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { closeConnections, closeInOrder } from '../../src/platform/http/closing.ts'

const NEVER = () => new Promise<never>(() => {})

/** The order of events when the HTTP server and the rest of the server close in this way. */
async function closing(http: () => Promise<unknown>, server: () => Promise<unknown>) {
  const faults: string[] = []
  let serverAsked = false
  const closed = await closeInOrder({
    http,
    server() {
      serverAsked = true
      return server()
    },
    onFault: (_error, message) => void faults.push(message),
    httpWithin: 20,
    allWithin: 60,
  })
  return { closed, serverAsked, faults }
}

test('T37 the server closes after its connections, and also when these fail or do not end', async () => {
  const order: string[] = []
  const note = (name: string) => async () => void order.push(name)
  assert.deepEqual(await closing(note('http'), note('server')), { closed: true, serverAsked: true, faults: [] })
  assert.deepEqual(order, ['http', 'server'])
  for (const http of [
    NEVER,
    () => Promise.reject(new Error('no')),
    () => {
      throw new Error('no')
    },
  ]) {
    const { closed, serverAsked, faults } = await closing(http, async () => {})
    assert.ok(closed && serverAsked)
    assert.match(faults.join(), /^the HTTP server did not close its connections/)
  }
})

test('T37 a close that fails or does not end is logged and not awaited', async () => {
  for (const server of [NEVER, () => Promise.reject(new Error('no'))]) {
    const { closed, faults } = await closing(async () => {}, server)
    assert.equal(closed, false)
    assert.match(faults.join(), /^the server did not close/)
  }
})

test('T37 a half-sent request and a response without an end are cut when their time is over, an idle connection at once', async (t) => {
  const open = new Set<Socket>()
  const server = createServer((request, response) => {
    if (request.url === '/idle') response.end('done')
    else response.write('begun')
  })
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  const asked = [
    'GET /idle HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /endless HTTP/1.1\r\nHost: a\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1',
  ]
  const sockets = await Promise.all(
    asked.map(async (request) => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      await once(socket, 'connect')
      socket.write(request)
      await once(socket, 'data')
      return socket
    }),
  )
  const ended: number[] = []
  for (const [i, socket] of sockets.entries()) socket.on('close', () => ended.push(i)).resume()
  const closed = once(server, 'close')
  const since = performance.now()
  server.close()
  closeConnections(server, open, 600)
  await closed
  assert.ok(performance.now() - since >= 500, 'the others have their time')
  await Promise.all(sockets.map(async (socket) => socket.closed || (await once(socket, 'close'))))
  assert.equal(ended[0], 0)
  assert.deepEqual(
    ended.toSorted((a, b) => a - b),
    [0, 1, 2],
  )
})
