import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { convert, type Conversion } from '../../src/calls/recording/convert.ts'
import { A_LAW, MU_LAW } from '../../src/calls/recording/g711.ts'
import { toPath } from '../../src/calls/recording/rtp.ts'
import { captureOf, toCapture, toIp, type Tone } from './capture.ts'
import { listen, type Heard } from './listen.ts'

const folder = mkdtempSync(join(tmpdir(), 'deskbell-recording-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const [AGENT, CLIENT, OTHER] = [16_000, 16_002, 16_004]
const sideOf = (port: number) => (port === AGENT ? 'agent' : port === CLIENT ? 'client' : undefined)
const tone = (more: Partial<Tone>): Tone => ({
  ...{ frequency: 440, port: AGENT, source: 1, type: 8, from: 0, to: 4000 },
  ...more,
})
let files = 0

async function hear(capture: Buffer, more: Partial<Conversion> = {}): Promise<Heard> {
  const [pcap, mp3] = [join(folder, `${++files}.pcap`), join(folder, `${files}.mp3`)]
  writeFileSync(pcap, capture)
  const found = await convert({ pcap, mp3, rate: 8000, sideOf, over: AbortSignal.abort(), ...more })
  return listen(mp3, found)
}

test('each side is heard on its side alone, when it speaks, in both codecs of telephones', async () => {
  const { found, seconds, loud } = await hear(
    captureOf(tone({ to: 6000 }), tone({ frequency: 1000, port: CLIENT, source: 2, type: 0, from: 2000, to: 6000 })),
  )
  assert.deepEqual(found?.packets, { agent: 300, client: 200 })
  assert.ok(Math.abs(found.seconds - 6) < 0.05, `${found.seconds} s`)
  assert.ok(Math.abs(seconds - 6) < 0.4, `${seconds} s`)
  assert.ok(loud('agent', 440, 1, 5) > 0.25)
  assert.ok(loud('client', 1000, 3, 5) > 0.25)
  assert.ok(loud('agent', 1000, 3, 5) < 0.003, 'the client is heard on the left')
  assert.ok(loud('client', 440, 1, 5) < 0.003, 'the agent is heard on the right')
  assert.ok(loud('client', 1000, 0.5, 1.5) < 0.003, 'the client is heard before they spoke')
})

test('what comes from others than the engine hears is left out, and the engine is asked once a second at most', async () => {
  const [own, moved, stranger] = [5000, 5002, 5004]
  const pathOf = (sender: number) => toPath([127, 0, 0, 1], sender, AGENT)
  let asked = 0
  const capture = captureOf(
    ...[tone({ to: 4000, sender: own }), tone({ from: 4000, to: 8000, sender: moved, source: 2 })],
    // Each of its packets comes from another port.
    ...Array.from({ length: 400 }, (_, n) =>
      tone({ frequency: 1700, from: n * 20, to: n * 20 + 20, source: 3, sender: stranger + n, timestamp: n * 160 }),
    ),
  )
  const { found, loud } = await hear(capture, {
    async readPaths() {
      asked++
      return [pathOf(asked === 1 ? own : moved)]
    },
  })
  assert.ok(loud('agent', 440, 0.5, 3.5) > 0.25)
  assert.ok(loud('agent', 440, 5.5, 7.5) > 0.25)
  assert.ok(loud('agent', 1700, 0.5, 7.5) < 0.003, 'the stranger is heard')
  assert.ok(asked >= 2 && asked <= 9, `asked ${asked} times`)
  assert.equal(found?.packets.agent, 400)
})

test('a call that was over before the engine told anything keeps all of it', async () => {
  const { found } = await hear(captureOf(tone({})), { readPaths: () => Promise.reject(new Error('unknown call')) })
  assert.equal(found?.packets.agent, 200)
})

test('packets that are late, in another order, seen twice or lost change little', async () => {
  const late = (n: number) => (n % 10 === 3 ? undefined : n % 7 === 0 ? 180 : 0)
  const twice = captureOf(tone({ late }), tone({ late }))
  const { found, loud } = await hear(twice)
  assert.ok(Math.abs((found?.seconds ?? 0) - 4) < 0.3)
  // A tenth is lost; what is seen twice is heard once.
  const heard = loud('agent', 440, 1, 3.5)
  assert.ok(heard > 0.22 && heard < 0.31, `${heard}`)
})

test('a source whose clock jumps, and one that begins anew, are heard when they were seen', async () => {
  const { loud } = await hear(
    captureOf(
      tone({ to: 2000 }),
      tone({ frequency: 700, from: 3000, to: 5000, timestamp: 9_000_000 }),
      tone({ frequency: 1200, source: 7, from: 6000, to: 8000, timestamp: 5 }),
    ),
  )
  for (const [frequency, from] of [
    [440, 0],
    [700, 3],
    [1200, 6],
  ] as const) {
    assert.ok(loud('agent', frequency, from + 0.4, from + 1.6) > 0.25, `${frequency} Hz at ${from} s`)
    assert.ok(loud('agent', frequency, (from + 3.4) % 9, (from + 4.6) % 9) < 0.01)
  }
})

test('a silence without packets is as long as it was', async () => {
  const { seconds, loud } = await hear(
    captureOf(tone({ to: 1000 }), tone({ from: 31_000, to: 33_000, timestamp: 249_000 })),
  )
  assert.ok(Math.abs(seconds - 33) < 0.4, `${seconds} s`)
  assert.ok(loud('agent', 440, 31.3, 32.6) > 0.25)
  assert.ok(loud('agent', 440, 5, 30) < 0.003)
})

test('two agents who speak at once are both heard on the left', async () => {
  const both = (port: number) => (port === OTHER ? 'agent' : sideOf(port))
  const { loud } = await hear(captureOf(tone({}), tone({ frequency: 900, port: OTHER, source: 3 })), { sideOf: both })
  assert.ok(loud('agent', 440, 1, 3) > 0.25)
  assert.ok(loud('agent', 900, 1, 3) > 0.25)
})

test('other packets, ports and codecs are no sound, and without sound there is no recording', async () => {
  const rtcp = toIp({ port: AGENT, source: 1, type: 200 & 127, payload: Buffer.alloc(20), n: 1, timestamp: 0 })
  const key = toIp({ port: AGENT, source: 1, type: 101, payload: Buffer.alloc(4), n: 2, timestamp: 0 })
  const capture = toCapture([
    { at: 0, bytes: rtcp },
    { at: 10, bytes: key },
    { at: 20, bytes: Buffer.from('no packet at all') },
    { at: 30, bytes: toIp({ port: 9, source: 1, type: 8, payload: Buffer.alloc(160), n: 1, timestamp: 0 }) },
  ])
  assert.equal((await hear(capture)).found, undefined)
})

test('a capture that breaks off in a packet, as after a crash, is heard up to there', async () => {
  const whole = captureOf(tone({}))
  const { found } = await hear(whole.subarray(0, whole.length - 100))
  assert.equal(found?.packets.agent, 199)
})

test('the bytes of G.711 stand for the samples of its tables', () => {
  const at = (code: Int16Array, ...bytes: number[]) => bytes.map((byte) => code[byte])
  assert.deepEqual(at(A_LAW, 0xd5, 0x55, 0xaa, 0x2a, 0x80, 0x00), [8, -8, 32_256, -32_256, 5504, -5504])
  assert.deepEqual(at(MU_LAW, 0xff, 0x7f, 0x80, 0x00, 0xef, 0x6f), [0, 0, 32_124, -32_124, 132, -132])
})

test('what is no capture is refused', async () => {
  await assert.rejects(hear(Buffer.from('this is a text and not a capture at all')), /not a capture/)
})

test('Opus is decoded beside the codecs of telephones', async () => {
  // A frame of 20 ms of silence, which every decoder of Opus knows.
  const silence = Array.from({ length: 100 }, (_, n) => ({
    at: n * 20,
    bytes: toIp({
      port: CLIENT,
      source: 5,
      type: 111,
      payload: Buffer.from([0xf8, 0xff, 0xfe]),
      n,
      timestamp: n * 960,
    }),
  }))
  const { found, seconds } = await hear(toCapture(silence), { rate: 16_000, opusTypes: new Set([111]) })
  assert.deepEqual(found?.packets, { agent: 0, client: 100 })
  assert.ok(Math.abs(seconds - 2) < 0.3, `${seconds} s`)
})

test('a capture is converted while it grows: at the end of a call only its last seconds are left', async () => {
  const [pcap, mp3] = [join(folder, 'grows.pcap'), join(folder, 'grows.mp3')]
  const whole = captureOf(tone({ to: 20_000 }))
  const parts = 20
  writeFileSync(pcap, whole.subarray(0, 24))
  const over = new AbortController()
  const converting = convert({ pcap, mp3, rate: 8000, sideOf, over: over.signal })
  for (let part = 0; part < parts; part++) {
    const [from, to] = [part, part + 1].map((place) => 24 + Math.round(((whole.length - 24) * place) / parts))
    appendFileSync(pcap, whole.subarray(from, to))
    await pause(20)
  }
  while (readFileSync(mp3).length < 40_000) await pause(50)
  over.abort()
  const { found, loud } = await listen(mp3, await converting)
  assert.equal(found?.packets.agent, 1000)
  assert.ok(loud('agent', 440, 1, 19) > 0.25)
})
