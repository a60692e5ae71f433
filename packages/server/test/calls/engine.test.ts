import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startEngine, type PressedKey } from '../../src/calls/media/engine.ts'
import { EngineFailed } from '../../src/calls/media/ng.ts'
import { convert } from '../../src/calls/recording/convert.ts'
import { realIds } from '../../src/platform/ids.ts'
import { soon } from '../channels/widget/soon.ts'
import { rtpOf } from './capture.ts'
import { listen } from './listen.ts'
import { without } from '../without.ts'

const skip = without('rtpengine')
let ports = 21_000

async function start(t: TestContext, folder = mkdtempSync(join(tmpdir(), 'deskbell-engine-'))) {
  const keys: PressedKey[] = []
  const stopped: string[] = []
  ports += 40
  const engine = await startEngine({
    ...{ program: 'rtpengine', address: '127.0.0.1', ports: [ports, ports + 38], folder, ids: realIds },
    onKey: (key) => keys.push(key),
    onStopped: (why) => stopped.push(why),
  })
  t.after(async () => {
    await engine.stop().catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  })
  return { engine, keys, stopped, folder }
}

const sdpOf = (port: number) =>
  [
    ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', `m=audio ${port} RTP/AVP 8 101`],
    ...['a=rtpmap:8 PCMA/8000', 'a=rtpmap:101 telephone-event/8000', 'a=sendrecv', ''],
  ].join('\r\n')
const portIn = (sdp: string | undefined) => Number(/m=audio (\d+)/.exec(sdp ?? '')?.[1])

/** A telephone that says a tone to a port. */
async function phone(t: TestContext) {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(() => socket.close())
  let heard = 0
  socket.on('message', () => void heard++)
  return {
    port: socket.address().port,
    heard: () => heard,
    async says(frequency: number, to: number, ms: number) {
      for (const packet of rtpOf({ frequency, port: 0, source: frequency, type: 8, from: 0, to: ms })) {
        socket.send(packet, to, '127.0.0.1')
        await pause(19)
      }
    },
    /** A key as RFC 4733 sends it: its beginning, and its end three times. */
    async presses(event: number, to: number) {
      for (let n = 0; n < 6; n++) {
        const packet = Buffer.alloc(16)
        packet[0] = 0x80
        packet[1] = 101 | (n === 0 ? 0x80 : 0)
        packet.writeUInt16BE(5000 + n, 2)
        packet.writeUInt32BE(900_000, 4)
        packet.writeUInt32BE(77, 8)
        packet[12] = event
        packet[13] = n < 3 ? 10 : 0x8a
        packet.writeUInt16BE(160 * Math.min(n + 1, 4), 14)
        socket.send(packet, to, '127.0.0.1')
        await pause(20)
      }
    },
  }
}

suite('rtpengine', { skip }, () => {
  test('it carries the sound of a call both ways, hears a key, and records each side', async (t) => {
    const { engine, keys, folder } = await start(t)
    const [agent, client] = [await phone(t), await phone(t)]
    const call = 'a-call'
    const base = { 'call-id': call, flags: ['trust-address'], replace: ['origin'], 'record call': 'yes' }
    const offered = await engine.ask('offer', { ...base, 'from-tag': 'agent', sdp: sdpOf(agent.port) })
    const answered = await engine.ask('answer', {
      ...{ ...base, 'from-tag': 'agent', 'to-tag': 'client', sdp: sdpOf(client.port) },
    })
    // What each side is told is where the engine hears it.
    const [atClient, atAgent] = [portIn(offered.sdp), portIn(answered.sdp)]
    await Promise.all([agent.says(440, atAgent, 2500), client.says(1000, atClient, 2500)])
    await client.presses(1, atClient)
    await soon(() => keys.length > 0)
    assert.deepEqual(keys[0], { call, tag: 'client', key: '1' })
    assert.ok(agent.heard() > 100 && client.heard() > 100, `${agent.heard()} and ${client.heard()} packets`)
    await engine.ask('delete', { 'call-id': call })
    const [name] = readdirSync(join(folder, 'pcaps'))
    const mp3 = join(folder, 'call.mp3')
    const found = await convert({
      ...{ pcap: join(folder, 'pcaps', name ?? ''), mp3, rate: 8000, over: AbortSignal.abort() },
      sideOf: (port) => (port === atAgent ? 'agent' : port === atClient ? 'client' : undefined),
    })
    const { loud } = await listen(mp3, found)
    assert.ok(loud('agent', 440, 0.5, 2) > 0.2)
    assert.ok(loud('client', 1000, 0.5, 2) > 0.2)
    assert.ok(loud('agent', 1000, 0.5, 2) < 0.01)
    assert.ok(loud('client', 440, 0.5, 2) < 0.01)
  })

  test('what it refuses is told with its words', async (t) => {
    const { engine } = await start(t)
    await assert.rejects(engine.ask('answer', { 'call-id': 'none', 'from-tag': 'a', sdp: 'no sdp' }), EngineFailed)
    await assert.rejects(engine.ask('dance'), /dance/)
  })

  test('several run beside each other, and beside the service of the package', async (t) => {
    const [first, second] = [await start(t), await start(t)]
    for (const { engine } of [first, second]) assert.equal((await engine.ask('ping')).result, 'pong')
  })

  test('one that a killed server left behind is ended, and no other process', async (t) => {
    const first = await start(t)
    const second = await start(t, first.folder)
    await soon(() => first.stopped.length === 1)
    assert.match(first.stopped[0] ?? '', /SIGKILL/)
    assert.notEqual(first.engine.pid, second.engine.pid)
    assert.equal((await second.engine.ask('ping')).result, 'pong')
  })

  test('when it dies, that is told; when it is stopped, it ends with its calls, and nothing is left', async (t) => {
    const one = await start(t)
    process.kill(one.engine.pid, 'SIGKILL')
    await soon(() => one.stopped.length === 1)
    await assert.rejects(one.engine.ask('ping'), /no answer/)
    const two = await start(t)
    await two.engine.ask('offer', {
      ...{ 'call-id': 'recorded', 'from-tag': 'a', sdp: sdpOf(9), 'record call': 'yes', flags: ['trust-address'] },
    })
    await two.engine.stop()
    assert.deepEqual(two.stopped, [])
    assert.equal(existsSync(`/proc/${two.engine.pid}`), false)
    assert.equal(existsSync(join(two.folder, 'pid')), false)
  })

  test('a program that is missing, or does not start, is told with its reason', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'deskbell-engine-'))
    const options = { address: '127.0.0.1', ports: [1, 2] as const, folder, ids: realIds, onKey() {}, onStopped() {} }
    await assert.rejects(startEngine({ ...options, program: 'no-such-engine' }), /no-such-engine is not installed/)
    await assert.rejects(startEngine({ ...options, program: 'rtpengine', address: 'no address' }), /did not start/)
    rmSync(folder, { recursive: true })
  })
})
