import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { makeHttpServer } from '../../src/platform/http/http-server.ts'
import { UNANSWERED_MAX } from '../../src/platform/http/unanswered.ts'
import { ANN, PUBLIC_ID, RANDOM, startTestServer, type TestServer } from '../test-server.ts'
import { soon } from '../channels/widget/soon.ts'
import { WIDGET, WIDGET_ID } from '../channels/widget/page.ts'
import { get, openClient, upgrade } from './client.ts'

const MANY = 2000
/** How much memory 10 such connections may take (bytes). */
const ROOM = 200 * 1024 * 1024

suite('pipelined requests', () => {
  let testServer: TestServer
  before(async () => {
    testServer = await startTestServer({ channels: [WIDGET] })
  })
  after(() => testServer.close())

  const message = (n: number) => {
    const body = JSON.stringify({ sender: { id: 'piper' }, message: { type: 'text', text: `number ${n}` } })
    return `POST /${RANDOM}/${PUBLIC_ID} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }
  const messages = (count: number) => Array.from({ length: count }, (_, n) => message(n)).join('')
  const answers = (received: string) => received.split('HTTP/1.1 200 OK').length - 1

  test('T45 16 pipelined requests are answered, and 16 more after them', async () => {
    const client = await openClient(testServer.url)
    for (const round of [1, 2]) {
      client.socket.write(messages(UNANSWERED_MAX))
      await soon(() => answers(client.received) === round * UNANSWERED_MAX, 20_000)
    }
    client.socket.destroy()
  })

  test('T45 the 17th unanswered request ends the connection, and no request after it is handled', async () => {
    const before = await written()
    const client = await openClient(testServer.url)
    client.socket.write(messages(200))
    await client.closed
    await testServer.settled()
    assert.ok((await written()) - before <= UNANSWERED_MAX, 'requests past the limit were handled')
    assert.equal((await testServer.ask('/version')).status, 200)
  })

  test('T45 an address with several connections ended like that may open none for a while; others may', async () => {
    const localAddress = '127.0.200.1'
    const excess = async () => {
      const client = await openClient(testServer.url, { localAddress })
      client.socket.write(get('/version').repeat(UNANSWERED_MAX * 4))
      await client.closed
    }
    const isServed = async (from: string) => {
      const client = await openClient(testServer.url, { localAddress: from })
      client.socket.write(get('/version', 'Connection: close\r\n'))
      await client.closed
      return client.received.includes('200 OK')
    }
    await excess()
    assert.ok(await isServed(localAddress), 'one such connection has no consequence')
    await soon(async () => {
      await excess()
      return !(await isServed(localAddress))
    }, 20_000)
    assert.ok(await isServed('127.0.201.1'))
    await soon(() => isServed(localAddress), 20_000)
  })

  test('T45 of a packet with thousands of requests, only as many are parsed as may be unanswered', async () => {
    let seen = 0
    const server = makeHttpServer(
      () => {},
      () => {},
    )
    server.on('request', () => void seen++)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = await openClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    client.socket.write(get('/').repeat(MANY))
    await client.closed
    assert.equal(seen, UNANSWERED_MAX + 1)
    server.close()
  })

  test('T45 a refused Expect header and an upgrade count as requests', async () => {
    const expecting = await openClient(testServer.url)
    expecting.socket.write(get('/version', 'Expect: miracles\r\n').repeat(MANY))
    await expecting.closed
    assert.ok(expecting.received.split('417').length - 1 <= UNANSWERED_MAX)

    const upgrading = await openClient(testServer.url)
    upgrading.socket.write(messages(UNANSWERED_MAX) + upgrade(`/widget/${WIDGET_ID}/socket`))
    await upgrading.closed
    assert.doesNotMatch(upgrading.received, /101 Switching/)
  })

  test('T45 2000 unread requests on each of 10 connections take little memory, whatever they request', async () => {
    // The first requests allocate memory that stays.
    const paths = ['/api/openapi.json', '/api', '/api/reference.css', '/', `/widget/${WIDGET_ID}`, '/api/nowhere']
    for (const path of paths) await testServer.ask(path)
    const calm = { rss: process.memoryUsage().rss, connections: await connections() }
    for (const [place, path] of paths.entries()) {
      const localAddress = `127.0.${100 + place}.1`
      const open = () => openClient(testServer.url, { reads: false, localAddress })
      const clients = await Promise.all(Array.from({ length: 10 }, open))
      for (const { socket } of clients) socket.write(get(path).repeat(MANY))
      // Accepted after the others: those are counted or closed by now.
      const last = await openClient(testServer.url)
      last.socket.write(get('/version', 'Connection: close\r\n'))
      await last.closed
      let most = 0
      await soon(async () => {
        most = Math.max(most, process.memoryUsage().rss - calm.rss)
        return most > ROOM || (await connections()) <= calm.connections
      }, 20_000)
      for (const { socket } of clients) socket.destroy()
      assert.ok(most < ROOM, `${path}: ${Math.round(most / 1e6)} MB`)
    }
    assert.deepEqual(openAssets(), [], 'files of the agent application are open')
  })

  /** The number of open connections at the server. */
  async function connections(): Promise<number> {
    const metric = await testServer.services.metrics.registry.getSingleMetricAsString('deskbell_connections')
    return Number(/^deskbell_connections (\d+)/m.exec(metric)?.[1] ?? Infinity)
  }

  /** The number of stored messages of the client. */
  async function written(): Promise<number> {
    const ann = testServer.agent(ANN)
    let count = 0
    for (const { id } of await ann.chats()) {
      const entries = await ann.entries(id)
      count += entries.filter(({ type }) => type === 'message').length
    }
    return count
  }

  /** File descriptors of this process that belong to the build of the agent application. */
  function openAssets(): string[] {
    return readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        const path = readlinkSync(`/proc/self/fd/${fd}`)
        return path.includes('agent-app/dist') ? [path] : []
      } catch {
        return []
      }
    })
  }
})
