import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, suite, test } from 'node:test'
import { WebSocket } from 'ws'
import { RATE_LIMITS, type RateLimitName } from '@deskbell/protocol/limits'
import { CLOSE_TOO_MANY, VisitorFrame, type ServerFrame } from '@deskbell/protocol/widget/frames'
import { changeSettings } from '../../../src/settings/account-settings.ts'
import { COSTS } from '../../../src/channels/widget/meter.ts'
import { handClock, type HandClock } from '../../clock.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { watchStore } from '../../store-watch.ts'
import { nextId, openPage, secretOf, WIDGET, WIDGET_ID } from './page.ts'

type Kind = VisitorFrame['t']
type Page = Awaited<ReturnType<typeof openPage>>
type Sum = 'widgetFramesPerVisitor' | 'widgetFramesPerAddress' | 'widgetFramesPerNetwork'

const place = { url: 'https://shop.test/', title: 'Shop' }
/** A frame of each kind, from the visitor of that name. */
const ROWS: { [T in Kind]: (visitor: string) => Extract<VisitorFrame, { t: T }> } = {
  hello: (visitor) => ({ t: 'hello', visitor: secretOf(visitor), visit: 'visit-0001', ...place }),
  identify: (visitor) => ({ t: 'identify', visitor: secretOf(visitor) }),
  page: () => ({ t: 'page', ...place }),
  message: () => ({ t: 'message', id: nextId(), text: 'hi' }),
  typing: () => ({ t: 'typing', text: 'hi' }),
  contact: () => ({ t: 'contact', id: nextId(), contact: { name: 'Ada' } }),
  custom: () => ({ t: 'custom', id: nextId(), fields: [] }),
  token: () => ({ t: 'token', id: nextId(), token: 'x' }),
  rate: () => ({ t: 'rate', id: nextId(), chat: 1_000_000, rating: 'positive' }),
  offline: () => ({ t: 'offline', id: nextId(), contact: { email: 'ada@shop.test' }, message: 'hi' }),
  number: () => ({ t: 'number', id: nextId() }),
  call: () => ({ t: 'call', id: nextId() }),
  callback: () => ({ t: 'callback', id: nextId() }),
  hang: () => ({ t: 'hang', id: nextId(), call: 1_000_000 }),
  signal: () => ({ t: 'signal', call: 1_000_000, to: 1, signal: { kind: 'ready' } }),
  history: () => ({ t: 'history', id: nextId(), before: { chat: 1_000_000, n: 1 } }),
  because: () => ({ t: 'because', of: nextId(), rules: [], left: 0 }),
  got: () => ({ t: 'got', chat: 1, n: 1 }),
  ping: () => ({ t: 'ping' }),
}
const KINDS = Object.keys(ROWS) as Kind[]
/** The burst in these tests: a whole number of frames of each cost. */
const BURST = 40

/** The rate that gives a limit this burst. */
const rateFor = (name: RateLimitName, burst: number) => (burst * RATE_LIMITS[name].rate) / RATE_LIMITS[name].burst

test('T46 every frame of the union has a row here, and a cost', () => {
  const kinds = VisitorFrame.anyOf.map((one) => one.properties.t.const as string).toSorted()
  assert.deepEqual(KINDS.toSorted(), kinds)
  assert.deepEqual(Object.keys(COSTS).toSorted(), kinds)
})

suite('total rate limits of frames over many sockets', () => {
  let server: TestServer
  let clock: HandClock
  before(async () => {
    clock = handClock()
    server = await startTestServer({ clock, channels: [WIDGET], env: { TRUST_PROXY: '127.0.0.1' } })
  })
  after(() => server.close())

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  async function open(visitor: string, address: string): Promise<Page> {
    const page = await openPage(server, { visitor, ...from(address) })
    // Each wait for a pong adds a close listener.
    page.socket.setMaxListeners(100)
    return page
  }
  async function limit(limits: Partial<Record<RateLimitName, number>>): Promise<void> {
    await server.services.db.transaction((tx) => changeSettings(tx, 1, { limits }))
    await server.services.directory.refresh()
  }
  /** Resolves when the server has handled all frames of the page: an invalid frame gets a refusal and costs nothing. */
  async function heard({ socket, frames }: Page): Promise<void> {
    assert.equal(socket.readyState, WebSocket.OPEN, 'the page was closed')
    const from = frames.length
    const told = () => frames.findIndex((one, i) => i >= from && one.t === 'refused' && one.code === 'invalid')
    socket.send('no frame')
    while (told() < 0)
      await Promise.race([
        once(socket, 'message'),
        once(socket, 'close').then(() => assert.fail('the page was closed')),
      ])
    frames.splice(told(), 1)
  }
  const isTooMuch = (frame: ServerFrame) =>
    frame.t === 'refused' && frame.code === 'rate_limited' && (frame.retryAfter ?? 0) >= 1

  const SUMS: Record<Sum, { talkers: readonly (readonly [string, string])[]; probe: readonly [string, string] }> = {
    widgetFramesPerVisitor: {
      talkers: [1, 2, 3, 4].map((i) => ['flood', `198.51.${i}.1`] as const),
      probe: ['flood', '198.51.5.1'],
    },
    widgetFramesPerAddress: {
      talkers: ['fa', 'fb', 'fc', 'fd'].map((visitor) => [visitor, '203.0.113.1'] as const),
      probe: ['fe', '203.0.113.1'],
    },
    widgetFramesPerNetwork: {
      talkers: ['na', 'nb', 'nc', 'nd'].map((visitor, i) => [visitor, `192.0.2.${i + 1}`] as const),
      probe: ['ne', '192.0.2.9'],
    },
  }
  for (const [name, { talkers, probe }] of Object.entries(SUMS) as [Sum, (typeof SUMS)[Sum]][])
    test(`T46 ${name}: frames of every kind count together over all sockets`, async () => {
      const pages = await Promise.all(talkers.map((one) => open(...one)))
      const prober = await open(...probe)
      const outsider = await open('outsider', '100.64.0.1')
      for (const kind of KINDS) {
        await limit({ [name]: rateFor(name, BURST) })
        const count = BURST / COSTS[kind]
        for (let i = 0; i < count; i++) {
          const place = i % pages.length
          pages[place]!.send(ROWS[kind](talkers[place]![0]))
        }
        await Promise.all(pages.map(heard))
        assert.ok(isTooMuch(await prober.ask(ROWS.number(''))), kind)
        const free = await outsider.ask(ROWS.number(''))
        assert.equal(free.t, 'done', kind)
        await limit({ [name]: 0 })
        // The next kind begins with a full bucket: with this frame the server sees that the limit is off.
        await outsider.ask(ROWS.number(''))
        // The buckets of the sockets themselves.
        await clock.move(3000)
      }
      for (const page of [...pages, prober, outsider]) {
        assert.equal(page.socket.readyState, WebSocket.OPEN)
        await page.close()
      }
    })

  test('T46 a frame over the limit causes no database access, and a refused greeting gets retry-after', async () => {
    const pages = await Promise.all(KINDS.map((kind) => open('gus', `100.64.1.${KINDS.indexOf(kind)}`)))
    await pages[0]!.writes('hi')
    await limit({ widgetFramesPerVisitor: rateFor('widgetFramesPerVisitor', BURST) })
    for (let i = 0; i < BURST; i++) pages[0]!.send({ t: 'ping' })
    await heard(pages[0]!)
    const store = watchStore(server)
    const typed: unknown[] = []
    const stop = server.services.chatEvents.subscribe({ onTyping: (typing) => typed.push(typing) })
    const closed = new Map<Kind, number>()
    const from = pages.map(({ frames }) => frames.length)
    for (const [i, kind] of KINDS.entries()) {
      pages[i]!.socket.on('close', (code) => closed.set(kind, code))
      pages[i]!.send(ROWS[kind]('gus'))
    }
    await Promise.all(
      KINDS.map((kind, i) => {
        const isOver = kind === 'hello' || kind === 'identify'
        return isOver ? once(pages[i]!.socket, 'close') : heard(pages[i]!)
      }),
    )
    assert.deepEqual(Object.fromEntries(closed), { hello: CLOSE_TOO_MANY, identify: CLOSE_TOO_MANY })
    for (const [i, kind] of KINDS.entries()) {
      const answers = pages[i]!.frames.slice(from[i])
      const isAnswered = 'id' in ROWS[kind]('') || closed.has(kind)
      assert.equal(answers.length, isAnswered ? 1 : 0, `${kind}: ${JSON.stringify(answers)}`)
      assert.ok(answers.every(isTooMuch), kind)
    }
    assert.deepEqual([store.asked, typed], [[], []])
    stop()
    store.end()
    await limit({ widgetFramesPerVisitor: 0 })
    for (const page of pages) await page.close()
  })

  test('T46 repeatedly opened sockets count too, with and without frames', async () => {
    const upgrade = (address: string) =>
      new Promise<number>((resolve, reject) => {
        const url = `${server.url.replace('http', 'ws')}/widget/${WIDGET_ID}/socket`
        const socket = new WebSocket(url, from(address))
        socket.on('open', () => {
          socket.close()
          resolve(101)
        })
        socket.on('unexpected-response', (_request, answer) => {
          assert.ok(Number(answer.headers['retry-after']) >= 1)
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
        socket.on('error', reject)
      })
    const post = (session: string) =>
      server.ask(`/widget/${WIDGET_ID}/frames`, {
        method: 'POST',
        headers: { 'x-forwarded-for': '100.64.2.2' },
        body: JSON.stringify({ session: session.padEnd(24, '0'), after: 0, wait: 0, frames: [ROWS.hello('ida')] }),
      })
    await limit({ widgetFramesPerAddress: rateFor('widgetFramesPerAddress', BURST) })
    const statuses = []
    for (let i = 0; i < 10; i++) statuses.push(await upgrade('100.64.2.1'))
    assert.deepEqual(statuses, [...Array<number>(8).fill(101), 429, 429])
    assert.equal(await upgrade('100.64.2.3'), 101)
    for (const page of ['one', 'two', 'three', 'four']) assert.equal((await post(page)).status, 200, page)
    const refused = await post('five')
    assert.deepEqual([refused.status, Number(refused.headers.get('retry-after')) >= 1], [429, true])
    await limit({ widgetFramesPerAddress: 0 })
  })

  test('T46 loads of a widget’s script, settings and standalone page are limited per address', async () => {
    const get = (path: string, address: string) => server.ask(path, { headers: { 'x-forwarded-for': address } })
    for (const path of [`/widget/${WIDGET_ID}`, `/widget/${WIDGET_ID}/settings`, `/talk/${WIDGET_ID}`]) {
      await limit({ widgetPagesPerAddress: rateFor('widgetPagesPerAddress', 10) })
      for (let i = 0; i < 10; i++) assert.equal((await get(path, '100.64.3.1')).status, 200)
      const refused = await get(path, '100.64.3.1')
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers.get('retry-after')) >= 1)
      assert.equal((await get(path, '100.64.3.2')).status, 200)
      await limit({ widgetPagesPerAddress: 0 })
      assert.equal((await get(path, '100.64.3.1')).status, 200)
    }
  })

  test('T46 waiting hellos of one page get one answer, and those of many pages of a visitor share a read', async () => {
    const pages = await Promise.all([1, 2, 3, 4, 5].map((i) => open('kim', `100.64.4.${i}`)))
    const [first] = pages
    await first!.writes('hi')
    const store = watchStore(server)
    let release = store.hold()
    const from = first!.frames.length
    first!.send(ROWS.hello('kim'))
    await heard(first!)
    for (let i = 0; i < 150; i++) {
      first!.send(ROWS.hello('kim'))
      if (i % 50 !== 49) continue
      await heard(first!)
      // The bucket of the socket itself.
      await clock.move(3000)
    }
    release()
    const number = await first!.ask(ROWS.number(''))
    assert.equal(number.t, 'done')
    const answers = first!.frames.slice(from).filter(({ t }) => t === 'ready' || t === 'refused')
    assert.deepEqual(
      answers.map(({ t }) => t),
      ['ready'],
    )
    assert.ok(store.asked.filter((name) => name === 'visitor_selves').length <= 2, String(store.asked))

    store.asked.length = 0
    for (const page of pages) page.send(ROWS.hello('kim'))
    release = store.hold()
    await Promise.all(pages.map(heard))
    release()
    // After identification, all of them need the same entries.
    await Promise.all(
      pages.map((page) => page.until(() => page.frames.filter(({ t }) => t === 'entries')[1], 'the entries once more')),
    )
    // The first may have been answered before the others arrived.
    assert.ok(store.asked.filter((name) => name === 'visitor_older').length <= 2, String(store.asked))
    store.end()
    for (const page of pages) await page.close()
  })

  test('T46 settings are built once for each language and availability, and again when they change', async () => {
    const settings = async (lang: string) =>
      JSON.parse((await server.ask(`/widget/${WIDGET_ID}/settings?lang=${lang}`)).text) as Record<string, unknown>
    const { directory } = server.services
    const { departments } = directory
    let made = 0
    Object.assign(directory, {
      departments(...given: Parameters<typeof departments>) {
        made++
        return departments.apply(directory, given)
      },
    })
    const id = directory.channelByPublicId(WIDGET_ID)?.id
    const change = (widget: object) => server.agent().call('PATCH', `/channels/${id}`, { widget })
    assert.equal((await change({ departments: true, title: 'One', language: 'auto' })).status, 200)
    made = 0
    for (let i = 0; i < 5; i++) assert.equal((await settings('de'))['title'], 'One')
    for (let i = 0; i < 5; i++) assert.equal((await settings('en'))['lang'], 'en')
    assert.equal(made, 2)
    await change({ title: 'Two' })
    assert.equal((await settings('de'))['title'], 'Two')
    Object.assign(directory, { departments })
  })
})
