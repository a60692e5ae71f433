import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, suite, test } from 'node:test'
import { WebSocket } from 'ws'
import { VISITOR_TEXT_MAX } from '@deskbell/protocol/widget/contact'
import { CLOSE_TOO_MANY, type ServerFrame, type VisitorFrame } from '@deskbell/protocol/widget/frames'
import { SOCKETS } from '../../../src/channels/widget/pace.ts'
import { PAGE } from '../../../src/channels/widget/read.ts'
import { handClock, type HandClock } from '../../clock.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { nextId, openPage, secretOf, WIDGET, WIDGET_ID } from './page.ts'
import { soon } from './soon.ts'

const hello = (visitor: string | null, visit = 'visit-0001'): VisitorFrame => ({
  t: 'hello',
  visitor: visitor === null ? null : secretOf(visitor),
  visit,
  url: 'https://shop.test/',
  title: 'Shop',
})

suite('limits of open pages per visitor, address and network', () => {
  let server: TestServer
  let clock: HandClock
  before(async () => {
    clock = handClock()
    server = await startTestServer({
      clock,
      channels: [WIDGET],
      env: { TRUST_PROXY: '127.0.0.1', SOCKETS_PER_ADDRESS: '4', SOCKETS_PER_NETWORK: '6' },
    })
  })
  after(() => server.close())

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  async function post(address: string, session: string, frames: VisitorFrame[], { after = 0, wait = 0 } = {}) {
    const body = JSON.stringify({ session: session.padEnd(24, '0'), after, wait, frames })
    const answer = await server.ask(`/widget/${WIDGET_ID}/frames`, { method: 'POST', body, ...from(address) })
    const { first = 1, frames: heard = [] } = answer.body as { first?: number; frames?: ServerFrame[] }
    return { ...answer, heard, last: first + heard.length - 1 }
  }
  /** The status of an upgrade, and its retry-after (s); 101: the socket is open. */
  async function upgrade(address: string) {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/widget/${WIDGET_ID}/socket`, from(address))
    socket.on('error', () => {})
    const status = await new Promise<[number, string | undefined]>((resolve) => {
      socket.on('open', () => resolve([101, undefined]))
      socket.on('unexpected-response', (_request, answer) => {
        resolve([answer.statusCode ?? 0, answer.headers['retry-after']])
        answer.resume()
      })
    })
    return { socket, status }
  }
  /** Resolves when the server has seen the close of the socket. */
  async function gone(socket: WebSocket): Promise<void> {
    socket.close()
    await once(socket, 'close')
  }

  test('T46 the twenty-first page of a visitor is refused with retry-after, with a socket and without', async () => {
    const address = (i: number) => `10.0.${i}.1`
    const pages = []
    for (let i = 0; i < SOCKETS.perVisitor - 2; i++)
      pages.push(await openPage(server, { visitor: 'ada', ...from(address(i)) }))
    for (const name of ['one', 'two']) {
      const { heard, status } = await post('10.1.1.1', name, [hello('ada')], { wait: 5000 })
      assert.deepEqual([status, heard[0]?.t], [200, 'ready'])
    }
    // A page without an identified visitor counts only for its address.
    const late = await openPage(server, from('10.1.2.1'))
    const closed = once(late.socket, 'close')
    late.identify('ada')
    assert.deepEqual((await closed)[0], CLOSE_TOO_MANY)
    const refused = late.frames.at(-1)
    assert.ok(refused?.t === 'refused' && refused.code === 'rate_limited' && refused.retryAfter === SOCKETS.again)
    const slow = await post('10.1.3.1', 'three', [hello('ada')], { wait: 5000 })
    assert.deepEqual([slow.status, slow.headers.get('retry-after')], [429, String(SOCKETS.again)])
    // Open pages continue, and can identify again.
    pages[0]!.send(hello('ada'))
    assert.equal((await pages[0]!.writes('hi')).t, 'done')
    await pages[1]!.receives('hi')
    const other = await openPage(server, { visitor: 'bea', ...from('10.1.4.1') })
    await pages.pop()!.close()
    await soon(async () => {
      const { status } = await post('10.1.5.1', `again-${clock.now()}`, [hello('ada')], { wait: 5000 })
      await clock.move(1)
      return status === 200
    })
    for (const page of [...pages, other]) await page.close()
  })

  test('T46 further sockets of an address and a network get 429 before any other work', async () => {
    const open = []
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1']) open.push(await upgrade(address))
    assert.equal((await post('192.0.2.1', 'of-the-address', [hello(null)])).status, 200)
    const again = String(SOCKETS.again)
    assert.deepEqual((await upgrade('192.0.2.1')).status, [429, again])
    for (const address of ['192.0.2.2', '192.0.2.3']) open.push(await upgrade(address))
    assert.ok(open.every(({ status }) => status[0] === 101))
    assert.deepEqual((await upgrade('192.0.2.4')).status, [429, again])
    assert.equal((await post('192.0.2.4', 'of-the-network', [hello(null)])).status, 429)
    open.push(await upgrade('192.0.3.1'))
    await gone(open[0]!.socket)
    await soon(async () => {
      const next = await upgrade('192.0.2.4')
      return next.status[0] === 101
    })
    for (const { socket } of open) socket.terminate()
  })

  test('T46 a page that does not read gets no further answers, and no entries are read for it', async () => {
    const visitor = 'long'
    const writer = await openPage(server, { visitor, ...from('10.2.1.1') })
    for (let n = 0; n < PAGE; n++) await writer.writes('x'.repeat(VISITOR_TEXT_MAX))
    await writer.close()
    const kinds = (frames: readonly ServerFrame[]) => frames.map(({ t }) => t)
    const first = await post('10.2.2.1', 'greets', [hello(visitor)], { wait: 5000 })
    assert.deepEqual(kinds(first.heard), ['ready', 'entries'])
    const { db } = server.services
    const { query } = db
    const asked: string[] = []
    Object.assign(db, {
      query(...given: Parameters<typeof query>) {
        if (given[0].name.startsWith('visitor_')) asked.push(given[0].name)
        return query.apply(db, given)
      },
    })
    const before = { chat: 1_000_000, n: 1 }
    for (let i = 0; i < 3; i++) {
      const same = await post('10.2.2.1', 'greets', [hello(visitor)])
      assert.deepEqual(kinds(same.heard), ['ready', 'entries'])
      await clock.move(1000)
    }
    assert.deepEqual(asked, [])
    // It reads, and gets one answer.
    const asks = (after: number) => post('10.2.2.1', 'greets', [], { after })
    let answer = await asks(first.last)
    await soon(async () => {
      await clock.move(1000)
      answer = await asks(first.last)
      return answer.heard.length > 0
    })
    assert.deepEqual(kinds(answer.heard), ['ready', 'entries'])
    asked.length = 0
    await post('10.2.2.1', 'greets', [{ t: 'history', id: nextId(), before }], { after: first.last })
    await clock.move(3000)
    assert.deepEqual(asked, [])
    await soon(async () => {
      await clock.move(1000)
      return kinds((await asks(answer.last)).heard).includes('done')
    })
    Object.assign(db, { query })
  })

  test('T46 a page that polls and confirms no frames is closed after thirty seconds', async () => {
    await post('10.2.3.1', 'takes-nothing', [hello('long')], { wait: 5000 })
    for (let second = 0; second < 28; second++) await clock.move(1000)
    assert.equal((await post('10.2.3.1', 'takes-nothing', [])).status, 200)
    for (let second = 0; second < 4; second++) await clock.move(1000)
    assert.equal((await post('10.2.3.1', 'takes-nothing', [])).status, 503)
  })

  test('T36 the queue of a page is limited in frames too', async () => {
    const pings = Array.from({ length: 48 }, (): VisitorFrame => ({ t: 'ping' }))
    const frames = []
    for (let i = 0; i < 14; i++) {
      const answer = await post('10.2.4.1', 'pings', i === 0 ? [hello('pia'), ...pings] : pings)
      if (answer.status === 200) frames.push(answer.heard.length)
      if (answer.status === 503) break
      await clock.move(2500)
    }
    assert.ok(Math.max(...frames) <= 500, String(frames))
    assert.equal((await post('10.2.4.1', 'pings', [])).status, 503)
  })

  test('T46 when the pages of a visitor leave too much unread, some are closed', async () => {
    const statuses = []
    for (let i = 0; i < 10; i++)
      statuses.push(
        (await post(`10.3.${i}.1`, `unread-${i}-`, [hello('long', `visit-${i}-long`)], { wait: 5000 })).status,
      )
    assert.ok(statuses.every((status) => status === 200))
    const left = []
    for (let i = 0; i < 10; i++) left.push((await post(`10.3.${i}.1`, `unread-${i}-`, [])).status)
    const open = left.filter((status) => status === 200).length
    // Each page gets 300 kB.
    assert.ok(open >= 5 && open <= 6, String(left))
  })

  test('T46 sockets that do not read are closed when their total is over the limit', async () => {
    // The pages of earlier tests are closed by now.
    for (let second = 0; second < 62; second++) await clock.move(1000)
    const pages: Awaited<ReturnType<typeof openPage>>[] = []
    for (let i = 0; i < SOCKETS.perVisitor; i++)
      pages.push(await openPage(server, { visitor: 'long', visit: `never-reads-${i}`, ...from(`10.4.${i}.1`) }))
    for (const { socket } of pages) (socket as unknown as { _socket: { pause(): void } })._socket.pause()
    const onSite = async () => {
      const { visitors } = (await server.agent().call('GET', '/visitors')).body as unknown as {
        visitors: { site: { address?: string } }[]
      }
      return visitors.filter(({ site }) => site.address?.startsWith('10.4.')).length
    }
    assert.equal(await onSite(), SOCKETS.perVisitor)
    // One socket alone is below its own limit of 1 MiB or ten seconds.
    await soon(async () => {
      for (const [i, page] of pages.entries()) page.send(hello('long', `never-reads-${i}`))
      await clock.move(20)
      return (await onSite()) < SOCKETS.perVisitor
    }, 60_000)
    for (const { socket } of pages) socket.terminate()
  })
})
