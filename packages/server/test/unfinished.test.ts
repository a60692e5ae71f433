import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { WebSocket } from 'ws'
import { RATE_LIMITS, type RateLimitName } from '@deskbell/protocol/limits'
import { changeSettings } from '../src/settings/account-settings.ts'
import { toUpgrade, toWebSocket } from './attacks/wire.ts'
import { handClock, settle, type HandClock } from './clock.ts'
import { ANN, startTestServer, tokenOf, type TestServer } from './test-server.ts'
import { WIDGET, WIDGET_ID } from './channels/widget/page.ts'

const AS_ANN = { Authorization: `Bearer ${tokenOf(ANN)}` }
const DOORS: readonly { path: string; headers: Record<string, string>; limit: RateLimitName }[] = [
  { path: '/api/socket', headers: AS_ANN, limit: 'agentRequestsPerAgent' },
  { path: `/widget/${WIDGET_ID}/socket`, headers: {}, limit: 'widgetFramesPerAddress' },
]
const CONTINUATION = 0
const POLICY_VIOLATION = 1008

suite('fragmented WebSocket messages', () => {
  let testServer: TestServer
  let clock: HandClock
  before(async () => {
    clock = handClock()
    testServer = await startTestServer({ clock, channels: [WIDGET] })
  })
  after(() => testServer.close())

  /** An open WebSocket as plain bytes. `code` is the code with which the server closed it. */
  async function openRaw(path: string, headers: Record<string, string>) {
    const socket = connect(Number(new URL(testServer.url).port), '127.0.0.1')
    const parts: Buffer[] = []
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('data', (part) => parts.push(part))
    socket.write(toUpgrade(path, headers))
    while (!Buffer.concat(parts).includes('\r\n\r\n')) await once(socket, 'data')
    assert.match(Buffer.concat(parts).toString('latin1'), /^HTTP\/1\.1 101/)
    const closed = () => {
      const received = Buffer.concat(parts)
      // A server's close frame: FIN and opcode 8, a short length, the code.
      const at = received.lastIndexOf(0x88)
      return at < 0 ? undefined : received.readUInt16BE(at + 2)
    }
    return { socket, closed }
  }
  const ended = async (socket: Socket) => (socket.closed ? undefined : once(socket, 'close'))
  const open = async (path: string, headers: Record<string, string>) => {
    const socket = new WebSocket(`${testServer.url.replace('http', 'ws')}${path}`, { headers })
    socket.on('error', () => {})
    await once(socket, 'open')
    return socket
  }

  for (const { path, headers, limit } of DOORS) {
    test(`T36 a message in more than 64 fragments ends the socket: ${path}`, async () => {
      const socket = await open(path, headers)
      const closed = once(socket, 'close')
      for (let i = 0; i < 65; i++) socket.send('x', { fin: false })
      assert.equal((await Promise.race([closed, settle(5000)]))?.[0], POLICY_VIOLATION)
    })

    test(`T36 a frame in more than 1024 reads of the system ends the socket: ${path}`, async () => {
      const { socket, closed } = await openRaw(path, headers)
      socket.write(toWebSocket(Buffer.alloc(0), { size: 60_000 }))
      for (let i = 0; i < 5000 && closed() === undefined; i++) {
        socket.write('x')
        await settle(2)
      }
      assert.equal(closed(), POLICY_VIOLATION)
      socket.destroy()
    })

    test(`T36 a message that is not complete after 30 seconds ends the socket: ${path}`, async () => {
      const begun = [
        toWebSocket(Buffer.alloc(0), { size: 60_000 }),
        toWebSocket(Buffer.from('x'), { fin: false }),
        toWebSocket(Buffer.alloc(0), { fin: false }),
        Buffer.from([0x81]),
      ]
      const { socket: calm, closed } = await openRaw(path, headers)
      const sockets = await Promise.all(begun.map(() => openRaw(path, headers)))
      for (const [i, { socket }] of sockets.entries()) socket.write(begun[i]!)
      await settle(100)
      // The server's pings go unanswered: it closes a socket that is silent for 25 seconds.
      const pong = () => {
        for (const { socket } of [...sockets.slice(1, 3), { socket: calm }])
          socket.write(toWebSocket(Buffer.alloc(0), { opcode: 10 }))
      }
      for (let second = 0; second < 40; second++) {
        pong()
        await clock.move(1000)
      }
      await Promise.race([Promise.all(sockets.map(({ socket }) => ended(socket))), settle(5000)])
      assert.deepEqual(
        sockets.map(({ socket }) => socket.destroyed),
        begun.map(() => true),
      )
      assert.equal(closed(), undefined)
      assert.equal(calm.destroyed, false)
      // A client that completes its message keeps its socket.
      calm.write(toWebSocket(Buffer.from('{"t'), { fin: false }))
      for (let second = 0; second < 20; second++) {
        pong()
        await clock.move(1000)
      }
      calm.write(toWebSocket(Buffer.from('":1}'), { opcode: CONTINUATION }))
      calm.write(toWebSocket(Buffer.from('x'), { fin: false }))
      for (let second = 0; second < 20; second++) {
        pong()
        await clock.move(1000)
      }
      assert.equal(calm.destroyed, false)
      calm.destroy()
    })

    test(`T36 pings and pongs that flood end the socket: ${path}`, async () => {
      for (const opcode of [9, 10]) {
        const { socket, closed } = await openRaw(path, headers)
        socket.write(Buffer.concat(Array.from({ length: 200 }, () => toWebSocket(Buffer.from('x'), { opcode }))))
        for (let i = 0; i < 5000 && closed() === undefined; i++) await settle(1)
        assert.equal(closed(), POLICY_VIOLATION, String(opcode))
        socket.destroy()
      }
    })

    test(`T46 pings of many sockets share one limit, and pings over it are not answered: ${path}`, async () => {
      const set = async (rate: number) => {
        await testServer.services.db.transaction((tx) => changeSettings(tx, 1, { limits: { [limit]: rate } }))
        await testServer.services.directory.refresh()
      }
      const [one, other] = [await open(path, headers), await open(path, headers)]
      const { rate, burst } = RATE_LIMITS[limit]
      await set((20 * rate) / burst)
      let pongs = 0
      for (const socket of [one, other]) socket.on('pong', () => pongs++)
      for (let i = 0; i < 15; i++) {
        one.ping()
        other.ping()
      }
      await settle(500)
      while (pongs < 20) await settle(10)
      assert.equal(pongs, 20)
      await set(0)
      one.terminate()
      other.terminate()
    })
  }
})
