import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeFraming, MESSAGE_MAX } from '../../src/calls/sip/framing.ts'
import { headOf } from '../../src/calls/sip/message.ts'
import { LIFE, makeRepeats, T1, T2 } from '../../src/calls/sip/repeats.ts'
import { handClock } from '../clock.ts'

const BRANCH = 'z9hG4bK1'
const head = (first: string, method: string, branch = BRANCH) =>
  `${first}\r\nVia: SIP/2.0/UDP 127.0.0.1:5060;branch=${branch};rport\r\nCSeq: 7 ${method}\r\nContent-Length: 0\r\n\r\n`
const request = (method: string, branch?: string) => head(`${method} sip:1@trunk.test SIP/2.0`, method, branch)
const answer = (status: number, method: string, branch?: string) => head(`SIP/2.0 ${status} Words`, method, branch)

function start() {
  const clock = handClock()
  const sent: { at: number; text: string }[] = []
  const began = clock.now()
  const repeats = makeRepeats({ clock, send: (text) => sent.push({ at: clock.now() - began, text }) })
  return { clock, repeats, sent, times: () => sent.map(({ at }) => at) }
}

suite('repeats over a transport that loses messages', () => {
  test('timer A: an INVITE is repeated after twice as long each time, until anything answers it, or its life is over', async () => {
    const { clock, repeats, times } = start()
    repeats.sent(request('INVITE'))
    await clock.move(LIFE * 2)
    assert.deepEqual(
      times(),
      [1, 3, 7, 15, 31, 63].filter((n) => n * T1 <= LIFE).map((n) => n * T1),
    )
    assert.equal(clock.timers(), 0)
    const again = start()
    again.repeats.sent(request('INVITE'))
    await again.clock.move(T1)
    assert.ok(again.repeats.isNew(answer(100, 'INVITE')))
    await again.clock.move(LIFE)
    assert.deepEqual(again.times(), [T1])
  })

  test('timer E: another request is repeated every four seconds at last, until it is answered for good', async () => {
    const { clock, repeats, times } = start()
    repeats.sent(request('BYE'))
    await clock.move(T1)
    assert.ok(repeats.isNew(answer(100, 'BYE')))
    await clock.move(LIFE)
    const all = times()
    assert.deepEqual(all.slice(0, 5), [500, 1500, 3500, 7500, 11_500])
    assert.ok(all.every((at, place) => place === 0 || at - (all[place - 1] ?? 0) <= T2))
    assert.ok((all.at(-1) ?? 0) <= LIFE)
    const other = start()
    other.repeats.sent(request('BYE'))
    assert.ok(other.repeats.isNew(answer(200, 'BYE')))
    await other.clock.move(LIFE)
    assert.deepEqual(other.times(), [])
  })

  test('timer G: a refusal of an INVITE is repeated until it is acknowledged', async () => {
    const { clock, repeats, times } = start()
    assert.ok(repeats.isNew(request('INVITE')))
    repeats.sent(answer(486, 'INVITE'))
    await clock.move(T1 * 3)
    assert.deepEqual(times(), [T1, T1 * 3])
    assert.ok(repeats.isNew(request('ACK')))
    await clock.move(LIFE)
    assert.deepEqual(times(), [T1, T1 * 3])
  })

  test('an INVITE that was accepted is not answered again by the transport: the dialog does that', async () => {
    const { clock, repeats, times } = start()
    assert.ok(repeats.isNew(request('INVITE')))
    repeats.sent(answer(200, 'INVITE'))
    await clock.move(LIFE)
    assert.deepEqual(times(), [])
    assert.ok(repeats.isNew(request('INVITE')))
  })

  test('a request that comes again gets the answer that it got, and is told once, as long as it may come', async () => {
    const { clock, repeats, sent } = start()
    assert.ok(repeats.isNew(request('BYE')))
    repeats.sent(answer(200, 'BYE'))
    assert.equal(repeats.isNew(request('BYE')), false)
    assert.deepEqual(
      sent.map(({ text }) => text),
      [answer(200, 'BYE')],
    )
    assert.ok(repeats.isNew(request('BYE', 'z9hG4bK2')), 'another transaction')
    await clock.move(LIFE)
    assert.ok(repeats.isNew(request('BYE')), 'nothing is kept for ever')
    assert.equal(clock.timers(), 0)
  })

  test('a refusal that comes again is acknowledged again, and told once', () => {
    const { repeats, sent } = start()
    repeats.sent(request('INVITE'))
    assert.ok(repeats.isNew(answer(486, 'INVITE')))
    repeats.sent(request('ACK'))
    assert.equal(repeats.isNew(answer(486, 'INVITE')), false)
    assert.deepEqual(
      sent.map(({ text }) => text),
      [request('ACK')],
    )
    assert.equal(repeats.again, 1)
  })

  test('nothing is repeated after the end', async () => {
    const { clock, repeats, times } = start()
    repeats.sent(request('INVITE'))
    repeats.sent(answer(200, 'BYE'))
    repeats.close()
    await clock.move(LIFE)
    assert.deepEqual(times(), [])
    assert.equal(clock.timers(), 0)
  })
})

suite('SIP messages', () => {
  test('what a transport goes by is read from requests and answers, in long and in short forms', () => {
    assert.deepEqual(headOf(request('INVITE')), { status: 0, method: 'INVITE', branch: BRANCH })
    assert.deepEqual(headOf(answer(180, 'INVITE')), { status: 180, method: 'INVITE', branch: BRANCH })
    const short = 'BYE sip:a SIP/2.0\r\nv : SIP/2.0/TCP a ; branch=z9hG4bKx;rport\r\ncseq: 3   bye\r\n\r\n'
    assert.deepEqual(headOf(short), { status: 0, method: 'BYE', branch: 'z9hG4bKx' })
    for (const wrong of ['', 'hello', 'OPTIONS sip:a SIP/2.0\r\n\r\n', `${'x'.repeat(100)}\r\n\r\nCSeq: 1 BYE`])
      assert.equal(headOf(wrong), undefined)
  })

  test('a stream is divided into its messages, wherever its parts end', () => {
    const body = 'v=0\r\no=ü\r\n'
    const full = `INVITE sip:1 SIP/2.0\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    const short = 'SIP/2.0 200 OK\r\nl: 0\r\n\r\n'
    const bytes = Buffer.from(`\r\n\r\n${full}${short}\r\n${short}`)
    for (const size of [1, 7, 50, bytes.length]) {
      const frame = makeFraming()
      const found: string[] = []
      for (let at = 0; at < bytes.length; at += size) found.push(...frame(bytes.subarray(at, at + size)))
      assert.deepEqual(found, [full, short, short], `parts of ${size} bytes`)
    }
  })

  test('a message that is too long, or has no end, is refused', () => {
    assert.throws(
      () => makeFraming()(Buffer.from(`OPTIONS a SIP/2.0\r\nContent-Length: 9999999\r\n\r\n`)),
      /10000045 bytes/,
    )
    const frame = makeFraming()
    assert.throws(() => {
      for (let i = 0; i < 3; i++) frame(Buffer.alloc(MESSAGE_MAX / 2, 'x'))
    }, /no end/)
  })
})
