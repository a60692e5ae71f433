import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { handClock, type HandClock } from '../clock.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { startIntegratorServer, type IntegratorServer } from '../integrator-server.ts'

/** The fields of a channel in the agent API that the test uses. */
interface Shown {
  id: number
  publicId: string
  address: string
}

interface Row {
  title: string
  /** Sets the integrator's behaviour. Returns its URL when it is not the integrator's. */
  does: (integrator: IntegratorServer) => unknown
  at?: () => string
  /** The connection fails before the integrator can receive anything. */
  unheard?: true
  /** The text that the agent reads after "was not delivered"; null: the message is delivered in the end. */
  says: RegExp | null
  /** When the delivery ends: at the third attempt, or when the attempt's three seconds are over. */
  ends: 6000 | 9000 | 'either' | 0 | 2900
}

describe('R7 an integrator that misbehaves: attempts at 0, 3 and 6 s, the result by 9 s, and other channels do not wait', () => {
  let clock: HandClock
  let bad: IntegratorServer
  let good: IntegratorServer
  let elsewhere: IntegratorServer
  let secure: IntegratorServer
  let testServer: TestServer
  let other: Shown
  let customers = 0
  before(async () => {
    clock = handClock()
    bad = await startIntegratorServer({ clock })
    good = await startIntegratorServer({ clock })
    elsewhere = await startIntegratorServer({ clock })
    secure = await startIntegratorServer({ clock, secure: true })
    testServer = await startTestServer({ clock, channel: { serverUrl: bad.url } })
    const made = await testServer.agent().call('POST', '/channels', { name: 'Healthy', serverUrl: good.url })
    assert.ok(made.status < 300, made.text)
    other = made.body as unknown as Shown
  })
  afterEach(async () => {
    await bad.recovers().catch(() => {})
    bad.answers({ result: 'ok' })
    bad.requests.length = 0
    secure.requests.length = 0
  })
  after(async () => {
    await testServer.close()
    for (const integrator of [bad, good, elsewhere, secure]) await integrator.close()
  })

  /** A chat of Ann with a new customer. */
  async function chatting(channelUrl = testServer.channelUrl): Promise<number> {
    const id = `customer ${++customers}`
    await testServer.ask(channelUrl, {
      method: 'POST',
      body: JSON.stringify({ sender: { id }, message: { type: 'text', text: 'hi' } }),
    })
    const chat = (await testServer.agent().chats('?limit=200')).find((one) => one.visitor.id === id)
    assert.ok(chat)
    await testServer.agent().accepts(chat.id)
    return chat.id
  }
  /** The final entry about the message with this number; undefined while there is none. */
  async function endOf(chat: number, n: number) {
    return (await testServer.agent().entries(chat)).find((entry) => 'of' in entry && entry.of === n)
  }
  /** Moves the clock in steps, and lets sockets and the database work in real time in between. */
  async function passes(ms: number, step = 500): Promise<void> {
    for (let gone = 0; gone < ms; gone += step) {
      await breathe()
      await clock.move(step)
    }
    await breathe()
  }
  async function breathe(): Promise<void> {
    for (let i = 0; i < 15; i++) {
      await testServer.services.commit.idle()
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }
  /** Waits in real time, without moving the clock, until the condition holds. */
  async function comes(condition: () => boolean | Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < 1000; tries++) {
      if (await condition()) return
      // Timers that are due now still have to fire.
      await clock.move(0)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    assert.fail('it has not come')
  }
  async function attemptsOf(chat: number): Promise<{ at: number }[]> {
    const page = await testServer.agent().call('GET', `/channels/1/deliveries?chat=${chat}`)
    const [delivery] = page.body['deliveries'] as unknown as { id: number }[]
    return (await testServer.agent().call('GET', `/deliveries/${delivery?.id}`)).body['attemptList'] as unknown as {
      at: number
    }[]
  }
  async function leadTo(serverUrl: string): Promise<void> {
    const [channel] = (await testServer.agent().call('GET', '/channels')).body['channels'] as unknown as Shown[]
    const answer = await testServer.agent().call('PATCH', `/channels/${channel?.id}`, { serverUrl })
    assert.equal(answer.status, 200, answer.text)
  }

  const rows: Row[] = [
    { title: 'refuses', does: (integrator) => integrator.refuses(), unheard: true, says: /refused/, ends: 6000 },
    { title: 'resets', does: (integrator) => integrator.resets(), says: /./, ends: 6000 },
    { title: 'is a black hole', does: (integrator) => integrator.hangs(), says: /3 s/, ends: 9000 },
    {
      title: 'has a bad certificate',
      does: () => {},
      at: () => secure.url,
      unheard: true,
      says: /secure connection/,
      ends: 6000,
    },
    { title: 'answers 500', does: (integrator) => integrator.fails(3), says: /500/, ends: 6000 },
    {
      title: 'answers 301',
      does: (integrator) => integrator.redirects(301, elsewhere.url),
      says: /301|redirect/,
      ends: 6000,
    },
    { title: 'answers garbage', does: (integrator) => integrator.garbage(), says: /./, ends: 6000 },
    { title: 'answers with a page', does: (integrator) => integrator.html(), says: /./, ends: 6000 },
    { title: 'drips its headers', does: (integrator) => integrator.slowHeader(), says: /3 s/, ends: 9000 },
    { title: 'drips its answer', does: (integrator) => integrator.oneByteASecond(), says: /3 s/, ends: 9000 },
    { title: 'never ends its answer', does: (integrator) => integrator.endless(), says: /./, ends: 'either' },
    { title: 'answers after 2.9 s', does: (integrator) => integrator.answersAfter(2900), says: null, ends: 2900 },
    { title: 'answers after 3.1 s', does: (integrator) => integrator.answersAfter(3100), says: /3 s/, ends: 9000 },
    {
      title: 'has no address',
      does: () => {},
      at: () => 'http://nowhere.invalid',
      unheard: true,
      says: /./,
      ends: 'either',
    },
  ]

  for (const { title, does, at, unheard, says, ends } of rows)
    test(`R7 the integrator ${title}`, async () => {
      await leadTo(at?.() ?? bad.url)
      const chat = await chatting()
      const healthy = await chatting(other.address)
      await does(bad)
      const began = clock.now()
      const n = await testServer.agent().writes(chat, `well, ${title}?`)
      if (!unheard) await bad.receives(`well, ${title}?`)

      // The clock has not moved, and the healthy channel has its answer.
      const m = await testServer.agent().writes(healthy, `meanwhile, ${title}`)
      await good.receives(`meanwhile, ${title}`)
      await comes(async () => (await endOf(healthy, m)) !== undefined)
      assert.equal((await endOf(healthy, m))?.type, 'message.delivered')

      // Each attempt has begun or ended before the clock moves: the machine may be slower than the clock.
      if (says !== null)
        for (const started of [1, 2]) {
          if (!unheard) await comes(() => bad.requests.length >= started)
          await passes(3000)
          await comes(async () => (await attemptsOf(chat)).length >= started)
        }
      if (!unheard && says !== null) await comes(() => bad.requests.length >= 3)
      if (typeof ends === 'number') {
        const left = says === null ? ends : ends - 6000
        if (left > 0) {
          await passes(left - 500)
          assert.equal(await endOf(chat, n), undefined, 'too early')
          await passes(500, 100)
        }
      } else await passes(3000)
      await comes(async () => (await endOf(chat, n)) !== undefined)
      const end = await endOf(chat, n)
      const starts = bad.requests.map((request) => request.at - began)
      if (says === null) {
        assert.equal(end?.type, 'message.delivered')
        assert.deepEqual(starts, [0])
        return
      }
      assert.equal(end?.type, 'message.failed')
      assert.match(end.type === 'message.failed' ? end.text : '', says)
      assert.ok(end.at - began <= 9000, `failed after ${end.at - began} ms`)
      if (!unheard) assert.deepEqual(starts, [0, 3000, 6000])
      const attempts = await attemptsOf(chat)
      assert.deepEqual(
        attempts.map((attempt) => attempt.at - began),
        [0, 3000, 6000],
      )
      assert.equal(elsewhere.requests.length, 0)
    })
})
