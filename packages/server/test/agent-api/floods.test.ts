import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, suite, test } from 'node:test'
import { WebSocket, WebSocketServer } from 'ws'
import type { AddressInfo } from 'node:net'
import { makeSocketWriter } from '../../src/platform/http/socket-writer.ts'
import { atRest } from '../at-rest.ts'
import { handClock, settle } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, tokenOf, type TestServer } from '../test-server.ts'
import { watchStore } from '../store-watch.ts'
import { soon as soonTrue } from '../channels/widget/soon.ts'
import { addAgent, startServer } from './servers.ts'

const RESUME = 4002

/** The socket under a WebSocket, to stop reading from. */
const wireOf = (socket: WebSocket) => (socket as unknown as { _socket: { pause(): void; resume(): void } })._socket

/** Fails a test that waits too long, so that it does not delay the others. */
function soon<T>(promise: Promise<T>): Promise<T | 'never'> {
  return Promise.race([promise, new Promise<'never'>((resolve) => setTimeout(resolve, 20_000, 'never').unref())])
}

async function connect(testServer: TestServer, options: object = {}) {
  const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
  const socket = new WebSocket(`${testServer.url.replace('http', 'ws')}/api/socket`, { headers, ...options })
  const frames: { type: string; code?: string; chat?: number; entries?: { n: number }[] }[] = []
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('error', () => {})
  const heard = (matches: (frame: (typeof frames)[number]) => boolean) =>
    new Promise<void>((resolve) =>
      socket.on('message', (data: Buffer) => {
        if (matches(JSON.parse(data.toString()))) resolve()
      }),
    )
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())))
  await heard((frame) => frame.type === 'welcome')
  return { socket, frames, closed, heard, send: (frame: object) => socket.send(JSON.stringify(frame)) }
}

/** A chat with many long messages: more than the system's socket buffers hold. */
async function fill(testServer: TestServer, key: string, count: number): Promise<number> {
  const text = '🐘'.repeat(10_000)
  const done = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      testServer.services.commit({
        account: 1,
        target: { channel: 1, key },
        command: { type: 'visitor.write', id: `m${i}`, text, profile: {} },
      }),
    ),
  )
  const [first] = done
  return first?.kind === 'done' ? (first.chat ?? 0) : 0
}

suite('a socket that floods', () => {
  let testServer: TestServer
  before(async () => {
    testServer = await startServer()
    await testServer.visitor('v1').writes('hello')
  })
  after(() => testServer.close())

  test('T36 a frame over 64 KiB ends the socket', async () => {
    const { socket, closed } = await connect(testServer)
    socket.send('x'.repeat(64 * 1024 + 1))
    assert.equal(await soon(closed), 1009)
    const { socket: fragments, closed: ended } = await connect(testServer)
    for (let i = 0; i < 70; i++) fragments.send('x'.repeat(1024), { fin: false })
    assert.equal(await soon(ended), 1009)
  })

  test('T36 sockets do not accept compressed frames', async () => {
    const { socket } = await connect(testServer, { perMessageDeflate: true })
    assert.equal(socket.extensions, '')
    socket.close()
  })

  test('T36 too many frames, or too many invalid ones, end the socket', async () => {
    const flood = await connect(testServer)
    for (let i = 0; i < 200; i++) flood.send({ type: 'ping' })
    assert.equal(await soon(flood.closed), 1008)
    const odd = ['', 'x', '[]', 'null', '5', '{}', '{"type":"follow"}', '{"type":"follow","chat":"1","after":0}']
    const senseless = await connect(testServer)
    for (const frame of [...odd, '{"type":"ping","x":1}', '{"type":"toString"}']) senseless.socket.send(frame)
    senseless.socket.send(Buffer.from('{"type":"ping"}'), { binary: true })
    assert.equal(await soon(senseless.closed), 1008)
    assert.ok(senseless.frames.filter(({ type, code }) => type === 'refused' && code === 'invalid_frame').length >= 10)
  })

  test('T36 at most 50 chats are followed at once', async () => {
    for (let i = 0; i < 51; i++) await testServer.visitor(`many${i}`).writes('hi')
    const chats = (await testServer.agent(ANN).chats('?limit=200')).map(({ id }) => id)
    const line = await connect(testServer)
    const refused = line.heard(({ type, code }) => type === 'refused' && code === 'too_many')
    for (const chat of chats.slice(0, 51)) line.send({ type: 'follow', chat, after: 0 })
    assert.notEqual(await soon(refused), 'never')
    line.socket.close()
  })

  test('T36 an agent has at most 50 connections, also when all are opened at once', async () => {
    const { email } = await addAgent(testServer, 'crowd@shop.test')
    const sockets: WebSocket[] = []
    const opens = () =>
      new Promise<number>((resolve) => {
        const headers = { authorization: `Bearer ${tokenOf(email)}` }
        const socket = new WebSocket(`${testServer.url.replace('http', 'ws')}/api/socket`, { headers })
        sockets.push(socket)
        socket.on('error', () => {})
        socket.on('open', () => resolve(101))
        socket.on('unexpected-response', (_request, answer) => {
          answer.resume()
          resolve(answer.headers['retry-after'] === undefined ? 0 : (answer.statusCode ?? 0))
        })
      })
    // All of them wait for the same answer of the store.
    const store = watchStore(testServer)
    const release = store.hold()
    const opening = Array.from({ length: 60 }, opens)
    await settle(2000)
    release()
    store.end()
    const statuses = await Promise.all(opening)
    assert.deepEqual(
      [101, 429].map((status) => statuses.filter((one) => one === status).length),
      [50, 10],
    )
    assert.equal(await opens(), 429)
    // Others are not refused, and there is room again when a window is closed.
    const other = await connect(testServer)
    other.socket.close()
    sockets[statuses.indexOf(101)]?.close()
    await soonTrue(async () => (await opens()) === 101)
    for (const socket of sockets) socket.terminate()
  })

  test('T36 unread data of a socket never grows past 1 MiB', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
    await once(server, 'listening')
    const arrived = once(server, 'connection') as Promise<[WebSocket]>
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const closed = new Promise<number>((resolve) => client.on('close', resolve))
    const [socket] = await arrived
    await once(client, 'open')
    wireOf(client).pause()
    const line = makeSocketWriter(socket, handClock())
    const text = 'x'.repeat(16 * 1024)
    for (let i = 0; i < 4096 && socket.readyState === WebSocket.OPEN; i++) {
      line.send(text)
      assert.ok(socket.bufferedAmount < 1.1 * 1024 * 1024, `${socket.bufferedAmount} bytes`)
      if (i % 16 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    wireOf(client).resume()
    assert.equal(await soon(closed), RESUME)
    server.close()
  })
})

for (const kind of testKinds())
  test(`R13 a socket that is not read is closed after ten seconds, and misses nothing when it connects again, ${kind}`, async () => {
    const clock = handClock()
    const testServer = await startServer({ kind, clock })
    try {
      const chat = await fill(testServer, 'long', 400)
      const slow = await Promise.all(Array.from({ length: 4 }, () => connect(testServer)))
      const quick = await connect(testServer)
      for (const line of slow) {
        wireOf(line.socket).pause()
        line.send({ type: 'follow', chat, after: 0 })
      }
      // Clients that read are served meanwhile.
      const all = quick.heard((frame) => frame.entries?.at(-1)?.n === 400)
      quick.send({ type: 'follow', chat, after: 0 })
      await all
      // The transfer to the slow clients has stopped before the time is counted.
      await atRest([testServer], [])
      for (let second = 0; second < 12; second++) await clock.move(1000)
      for (const line of slow) wireOf(line.socket).resume()
      for (const line of slow) assert.equal(await soon(line.closed), RESUME)

      const back = await connect(testServer)
      const had = numbersOf(slow[0]?.frames ?? [])
      const rest = back.heard((frame) => frame.entries?.at(-1)?.n === 400)
      back.send({ type: 'follow', chat, after: had.at(-1) ?? 0 })
      await rest
      assert.deepEqual(
        [...had, ...numbersOf(back.frames)],
        Array.from({ length: 400 }, (_, i) => i + 1),
      )
      assert.equal(quick.socket.readyState, WebSocket.OPEN)
      for (const { socket } of [quick, back]) socket.close()
    } finally {
      await testServer.close()
    }
  })

test('T36 work that waits for a socket that has closed is not started', async () => {
  const clock = handClock()
  const testServer = await startServer({ clock })
  const SOCKETS = 20
  try {
    await testServer.visitor('v1').writes('hello')
    const [chat] = await testServer.agent(ANN).chats()
    const lines = await Promise.all(Array.from({ length: SOCKETS }, () => connect(testServer)))
    const timers = clock.timers()
    // The store is slow, and the clients disconnect without waiting for it.
    const { db } = testServer.services
    const { asAccount } = db
    const asked = Promise.withResolvers<void>()
    const answers = Promise.withResolvers<void>()
    const reads: Promise<unknown>[] = []
    Object.assign(db, {
      asAccount(...given: Parameters<typeof asAccount>) {
        const read = answers.promise.then(() => asAccount.apply(db, given))
        if (reads.push(read) === SOCKETS) asked.resolve()
        return read
      },
    })
    for (const line of lines) for (let i = 0; i < 3; i++) line.send({ type: 'follow', chat: chat?.id, after: 0 })
    assert.notEqual(await soon(asked.promise), 'never')
    for (const { socket } of lines) socket.close()
    await Promise.all(lines.map(({ closed }) => closed))
    answers.resolve()
    await Promise.all(reads)
    await testServer.visitor('v1').writes('who reads this?')
    for (let second = 0; second < 5; second++) await clock.move(1000)
    assert.equal(reads.length, SOCKETS)
    // No read for them is repeated every second. The server has a few other timers.
    assert.ok(clock.timers() < timers + SOCKETS / 2, `${timers} timers, then ${clock.timers()}`)
  } finally {
    await testServer.close()
  }
})

test('T46 a socket reads the pages of at most four chats at once, and gets those of all others in turn', async () => {
  const testServer = await startServer({})
  const CHATS = 10
  try {
    for (let i = 0; i < CHATS; i++) await testServer.visitor(`v${i}`).writes('hello')
    const chats = await testServer.agent(ANN).chats()
    const line = await connect(testServer)
    const { db } = testServer.services
    const { asAccount } = db
    const goOn = Promise.withResolvers<void>()
    let reading = 0
    let most = 0
    // Each page of entries stays under way until the test goes on.
    Object.assign(db, {
      async asAccount(...given: Parameters<typeof asAccount>) {
        const read = await asAccount.apply(db, given)
        if (typeof read !== 'object' || read === null || !Object.hasOwn(read, 'entries')) return read
        most = Math.max(most, ++reading)
        await goOn.promise
        reading--
        return read
      },
    })
    for (const { id } of chats) line.send({ type: 'follow', chat: id, after: 0 })
    await soonTrue(() => reading >= 4)
    await atRest([testServer], [])
    assert.equal(reading, 4)
    goOn.resolve()
    await soonTrue(
      () => new Set(line.frames.flatMap((frame) => (frame.type === 'entries' ? frame.chat : []))).size === CHATS,
    )
    assert.ok(most <= 4, String(most))
    line.socket.close()
  } finally {
    await testServer.close()
  }
})

const numbersOf = (frames: readonly { entries?: { n: number }[] }[]): number[] =>
  frames.flatMap(({ entries }) => (entries ?? []).map(({ n }) => n))

test('T36 a socket that does not answer pings for 25 seconds is ended', async () => {
  const clock = handClock()
  const testServer = await startServer({ clock })
  try {
    const silent = await connect(testServer, { autoPong: false })
    const alive = await connect(testServer)
    for (let second = 0; second < 30; second++) {
      await clock.move(1000)
      // Once this is answered, all pings before it have reached the client.
      alive.send({ type: 'follow', chat: 404, after: 0 })
      await soonTrue(() => alive.frames.filter(({ type }) => type === 'refused').length > second)
    }
    assert.equal(await soon(silent.closed), 1006)
    assert.equal(alive.socket.readyState, WebSocket.OPEN)
    alive.socket.close()
  } finally {
    await testServer.close()
  }
})
