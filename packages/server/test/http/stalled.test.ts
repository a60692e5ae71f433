import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { WebSocket } from 'ws'
import { handClock, type HandClock } from '../clock.ts'
import { ANN, startTestServer, tokenOf, type TestServer } from '../test-server.ts'
import { openPage, WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { get, openClient } from './client.ts'

const SIZE = 20 * 1024 * 1024

suite('a client that does not read its answer', () => {
  let testServer: TestServer
  let clock: HandClock
  let file: string
  before(async () => {
    clock = handClock(Date.now())
    testServer = await startTestServer({ clock, channels: [WIDGET] })
    file = await sendFile(testServer)
  })
  after(() => testServer.close())

  /** Moves the clock, after the latest events of the connections were handled. */
  async function passes(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      await clock.move(1000)
      if (second % 5 === 0) await testServer.ask('/version')
    }
  }

  /** Moves the clock until no file is open. Resolves with the milliseconds that took. */
  async function untilClosed(): Promise<number> {
    const since = clock.now()
    await soon(async () => {
      await passes(5)
      return openFiles() === 0
    }, 60_000)
    return clock.now() - since
  }

  test('T45 a download that is not read is destroyed after 60 seconds, and its file closed', async () => {
    const stuck = await openClient(testServer.url, { reads: false })
    stuck.socket.write(get(file))
    await soon(() => openFiles() === 1)
    const after = await untilClosed()
    // Until the system's buffers are full, the server still sends.
    assert.ok(after >= 60_000, `it was destroyed after ${after} ms`)
    stuck.socket.resume()
    await stuck.closed
  })

  test('T45 files that wait behind an unread one on the same connection are closed with it', async () => {
    const stuck = await openClient(testServer.url, { reads: false })
    stuck.socket.write(get(file).repeat(10))
    await soon(() => openFiles() === 10)
    await untilClosed()
    stuck.socket.destroy()
  })

  test('T45 of many readers of one file at most 64 have it open; the others wait or get 503 with Retry-After', async () => {
    const readers = await Promise.all(Array.from({ length: 80 }, () => openClient(testServer.url, { reads: false })))
    for (const { socket } of readers) socket.write(get(file))
    await soon(() => openFiles() === 64)
    const late = await openClient(testServer.url)
    late.socket.write(get(file))
    await passes(11)
    await soon(() => late.received.includes('HTTP/1.1 503'))
    assert.match(late.received, /retry-after: 5/)
    assert.equal(openFiles(), 64)
    for (const { socket } of readers) socket.destroy()
    await soon(() => openFiles() === 0)
    const next = await openClient(testServer.url)
    next.socket.write(get(file))
    await soon(() => next.received.length > SIZE, 20_000)
    for (const { socket } of [late, next]) socket.destroy()
  })

  test('T45 a client that reads slowly keeps its download, however long it takes', async () => {
    const slow = await openClient(testServer.url, { reads: false })
    slow.socket.write(get(file))
    let read = 0
    slow.socket.on('data', (bytes: Buffer) => {
      read += bytes.length
      if (read % STEP < bytes.length) slow.socket.pause()
    })
    while (read < SIZE) {
      const before = read
      slow.socket.resume()
      await soon(() => slow.socket.isPaused() || read > SIZE || slow.isClosed)
      assert.ok(read > before, `it ended after ${read} bytes`)
      await passes(40)
    }
    assert.equal(slow.isClosed, false)
    slow.socket.destroy()
  })

  test('T45 a connection with nothing to send is not closed: an idle one, a long poll, a quiet socket', async () => {
    const idle = await openClient(testServer.url)
    idle.socket.write(get('/version'))
    await soon(() => idle.received.includes('200 OK'))
    const page = await openPage(testServer, { visitor: 'quiet' })
    const agent = new WebSocket(`${testServer.url.replace('http', 'ws')}/api/socket`, {
      headers: { authorization: `Bearer ${tokenOf(ANN)}` },
    })
    await new Promise((resolve) => agent.once('open', resolve))
    await passes(70)
    assert.equal(idle.isClosed, false)
    assert.equal(page.socket.readyState, WebSocket.OPEN)
    assert.equal(agent.readyState, WebSocket.OPEN)
    idle.socket.destroy()
    agent.terminate()
    await page.close()
  })
})

const STEP = 4 * 1024 * 1024

/** An agent sends a file into a chat. Resolves with its path. */
async function sendFile(testServer: TestServer): Promise<string> {
  await testServer.visitor('v1').writes('send me the film')
  await testServer.agent(ANN).accepts(1)
  const form = new FormData()
  form.set('file', new Blob([randomBytes(SIZE)]), 'film.bin')
  const authorization = `Bearer ${tokenOf(ANN)}`
  const sent = await testServer.ask('/api/chats/1/files', { method: 'POST', headers: { authorization }, body: form })
  assert.equal(sent.status, 200, sent.text)
  const entry = (await testServer.agent(ANN).entries(1)).find(({ n }) => n === Number(sent.body['n']))
  const [film] = entry?.type === 'message' ? entry.attachments : []
  assert.equal(film?.state, 'stored')
  return film?.url ?? ''
}

/** Files of visitors and agents that this process has open. */
function openFiles(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return /\/files\/..\/[A-Za-z0-9]{22}$/.test(readlinkSync(`/proc/self/fd/${fd}`))
    } catch {
      return false
    }
  }).length
}
