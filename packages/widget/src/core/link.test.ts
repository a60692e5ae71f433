import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import type { ServerFrame, VisitorFrame } from '@deskbell/protocol/widget/frames'
import { openPolling } from '../polling/start.ts'
import { openLink } from './link.ts'

const READY: ServerFrame = {
  t: 'ready',
  online: true,
  number: null,
  contact: {},
  met: false,
  cursor: null,
  more: false,
  again: 1000,
}

class FakeSocket {
  readyState = 0
  said: VisitorFrame[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  send(text: string): void {
    this.said.push(JSON.parse(text) as VisitorFrame)
  }
  close(): void {
    this.readyState = 3
  }
  opens(): void {
    this.readyState = 1
    this.onopen?.()
  }
  says(frame: ServerFrame): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
  breaks(code = 1006): void {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

/** A link with a clock that the test moves. */
function open({ refusesRequests = false } = {}) {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const sockets: FakeSocket[] = []
  const heard: string[] = []
  const posts: { session: string; frames: VisitorFrame[]; after: number }[] = []
  let refuse = () => {}
  let breaks = 0
  const link = openLink({
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
    bringPolling: () => Promise.resolve(openPolling),
    post: (body, signal) => {
      posts.push(body as (typeof posts)[number])
      const { frames } = posts.at(-1)!
      if (refusesRequests) return Promise.reject(new Error('429'))
      return frames[0]?.t === 'hello'
        ? Promise.resolve({ first: 1, frames: [READY] })
        : new Promise((_, reject) => {
            refuse = () => reject(new Error('503'))
            signal.addEventListener('abort', () => reject(new Error('aborted')))
          })
    },
    hello: () => ({ t: 'hello', visitor: null, visit: 'v1234567', url: 'u', title: 't' }),
    onFrame: ({ t }) => heard.push(t),
    onBreak: () => (breaks += 1),
  })
  link.start(undefined, [])
  const pass = (seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      mock.timers.tick(1000)
      link.tick()
    }
  }
  return { link, sockets, heard, posts, pass, refuse: () => refuse(), breaks: () => breaks }
}
const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}

afterEach(() => mock.timers.reset())

test('R14 a silent connection is pinged after 25 seconds and closed within 35', () => {
  const { sockets, pass } = open()
  sockets[0]!.opens()
  sockets[0]!.says(READY)
  pass(26)
  assert.deepEqual(sockets[0]!.said.at(-1), { t: 'ping' })
  pass(9)
  assert.equal(sockets.length, 2)
})

test('R14 a connection that answers is kept', () => {
  const { sockets, pass } = open()
  sockets[0]!.opens()
  sockets[0]!.says(READY)
  for (let i = 0; i < 5; i++) {
    pass(26)
    sockets[0]!.says({ t: 'pong' })
  }
  assert.equal(sockets.length, 1)
})

test('R15 after a sleep the connection is pinged at once, and replaced when it does not answer', () => {
  const { link, sockets, pass } = open()
  sockets[0]!.opens()
  sockets[0]!.says(READY)
  mock.timers.tick(60_000)
  link.tick()
  assert.deepEqual(sockets[0]!.said.at(-1), { t: 'ping' })
  pass(3)
  assert.equal(sockets.length, 2)
})

test('R12 after a break the page reconnects within the time that the server named', () => {
  const { sockets, pass, breaks } = open()
  sockets[0]!.opens()
  sockets[0]!.says(READY)
  sockets[0]!.breaks()
  assert.equal(breaks(), 1)
  assert.equal(sockets.length, 1)
  pass(1)
  assert.equal(sockets.length, 2)
})

test('a page on which the widget is not allowed does not reconnect', () => {
  const { link, sockets, pass } = open()
  sockets[0]!.opens()
  sockets[0]!.breaks(4003)
  pass(60)
  link.nudge()
  assert.equal(sockets.length, 1)
})

test('T46 a page over the connection limit reconnects within half a minute, not at once', async () => {
  const { link, sockets, posts, pass } = open()
  sockets[0]!.opens()
  sockets[0]!.says({ ...READY, again: 500 })
  for (let second = 0; second < 600; second++) {
    const last = sockets.at(-1)!
    if (last.readyState !== 3) last.breaks(4004)
    await settle()
    pass(1)
  }
  // Every 15 seconds on average.
  assert.ok(sockets.length > 10 && sockets.length < 100, `${sockets.length} sockets`)
  assert.ok(posts.length < 100, `${posts.length} requests`)
  link.leave()
  await settle()
  mock.timers.reset()
})

test('T46 a page that is refused repeatedly reconnects ever more rarely, by socket and by polling', async () => {
  const { link, sockets, posts, pass } = open({ refusesRequests: true })
  sockets[0]!.opens()
  sockets[0]!.says(READY)
  for (let second = 0; second < 600; second++) {
    const last = sockets.at(-1)!
    if (last.readyState !== 3) last.breaks()
    await settle()
    pass(1)
  }
  // At most every 10 seconds on average, and at last every 15; immediate reconnects would make hundreds.
  assert.ok(sockets.length < 100, `${sockets.length} sockets`)
  assert.ok(posts.length < 100, `${posts.length} requests`)
  link.leave()
  await settle()
  mock.timers.reset()
})

test('after two sockets that did not open, the same frames are sent by requests', async () => {
  const { link, sockets, heard, posts, pass } = open()
  sockets[0]!.breaks()
  pass(16)
  sockets[1]!.breaks()
  await settle()
  assert.deepEqual(heard, ['ready'])
  assert.equal(posts[0]!.frames[0]!.t, 'hello')
  assert.equal(link.send({ t: 'ping' }), true)
  await settle()
  assert.deepEqual(posts.at(-1)!.frames, [{ t: 'ping' }])
  assert.equal(posts.at(-1)!.after, 1)
  link.leave()
  mock.timers.reset()
})

test('R15 without sockets, a page whose session the server lost sends hello again and receives from the first frame', async () => {
  const { link, sockets, heard, posts, pass, refuse, breaks } = open()
  sockets[0]!.breaks()
  pass(16)
  sockets[1]!.breaks()
  await settle()
  assert.deepEqual(heard, ['ready'])
  refuse()
  await settle()
  assert.equal(breaks(), 1)
  assert.equal(link.send({ t: 'ping' }), false)
  // Sockets are tried first.
  for (const broken of [2, 3]) {
    pass(2)
    sockets[broken]!.breaks()
    await settle()
  }
  assert.deepEqual(heard, ['ready', 'ready'])
  const hellos = posts.filter(({ frames }) => frames[0]?.t === 'hello')
  assert.deepEqual(
    hellos.map(({ after }) => after),
    [0, 0],
  )
  assert.notEqual(hellos[0]!.session, hellos[1]!.session)
  link.leave()
  mock.timers.reset()
})

test('R30 a page whose process ends while others run opens its socket anew at once', () => {
  const { sockets } = open()
  sockets[0]!.opens()
  sockets[0]!.says({ ...READY, again: 15_000 })
  sockets[0]!.breaks(1012)
  mock.timers.tick(300)
  assert.equal(sockets.length, 2)
})
