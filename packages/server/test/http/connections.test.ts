import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { makeConnections } from '../../src/platform/http/connections.ts'
import { realClock } from '../../src/platform/clock.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { soon } from '../channels/widget/soon.ts'
import { get, openClient, type Client } from './client.ts'

/** Opens a connection and sends a request. Resolves with whether it was answered. */
async function isServed(url: string): Promise<{ served: boolean; client: Client }> {
  const client = await openClient(url)
  client.socket.write(get('/version'))
  await soon(() => client.isClosed || client.received.includes('200 OK'))
  return { served: !client.isClosed, client }
}

async function servedOf(url: string, count: number): Promise<{ served: number; clients: Client[] }> {
  const clients: Client[] = []
  let served = 0
  for (let n = 0; n < count; n++) {
    const one = await isServed(url)
    clients.push(one.client)
    if (one.served) served++
  }
  return { served, clients }
}

suite('open connections', () => {
  let testServer: TestServer
  const lines: string[] = []
  before(async () => {
    testServer = await startTestServer({
      env: { CONNECTIONS_PER_ADDRESS: '5' },
      onLog: (line) => void lines.push(line),
    })
  })
  after(() => testServer.close())

  test('T37 an address may have a limited number of open connections, and another one after one of them ended', async () => {
    const { served, clients } = await servedOf(testServer.url, 8)
    assert.equal(served, 5)
    assert.equal(
      lines.filter((line) => line.includes('CONNECTIONS_PER_ADDRESS')).length,
      1,
      'one line of the log a minute',
    )
    clients[0]?.socket.destroy()
    await soon(async () => {
      const { served: again, client } = await isServed(testServer.url)
      client.socket.destroy()
      return again
    })
    for (const { socket } of clients) socket.destroy()
  })
})

test('T37 a network may have a limited number of open connections, and 0 switches a limit off', async () => {
  for (const [env, most] of [
    [{ CONNECTIONS_PER_ADDRESS: '0', CONNECTIONS_PER_NETWORK: '3' }, 3],
    [{ CONNECTIONS_PER_ADDRESS: '0', CONNECTIONS_PER_NETWORK: '0' }, 8],
    // A trusted proxy opens connections for many clients.
    [{ CONNECTIONS_PER_ADDRESS: '2', CONNECTIONS_PER_NETWORK: '2', TRUST_PROXY: '127.0.0.0/8' }, 8],
  ] as const) {
    const testServer = await startTestServer({ env })
    const { served, clients } = await servedOf(testServer.url, 8)
    assert.equal(served, most, JSON.stringify(env))
    for (const { socket } of clients) socket.destroy()
    await testServer.close()
  }
})

test('T37 addresses of one network share its limit, and another network has its own', async () => {
  const connections = makeConnections({
    clock: realClock,
    perAddress: 0,
    perNetwork: 2,
    isProxy: () => false,
    onRefused() {},
  })
  const server = createServer().listen(0, '0.0.0.0')
  await once(server, 'listening')
  connections.watch(server)
  const { port } = server.address() as AddressInfo
  // All addresses of 127.0.0.0/8 are local.
  const from = ['127.0.1.1', '127.0.1.2', '127.0.1.3', '127.0.2.1']
  const clients: Client[] = []
  for (const localAddress of from) clients.push(await openClient(`http://127.0.0.1:${port}`, { localAddress }))
  await soon(() => clients.filter(({ isClosed }) => isClosed).length === 1)
  assert.deepEqual(
    clients.map(({ isClosed }) => isClosed),
    [false, false, true, false],
  )
  assert.equal(connections.open.size, 3)
  for (const { socket } of clients) socket.destroy()
  server.close()
})
