import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { VISITOR_TEXT_MAX } from '@deskbell/protocol/widget/contact'
import type { VisitorFrame } from '@deskbell/protocol/widget/frames'
import { PAGE } from '../../../src/channels/widget/read.ts'
import { FRAMES, PAGES, POSTS } from '../../../src/channels/widget/pace.ts'
import { handClock, type HandClock } from '../../clock.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { nextId, openPage, secretOf, WIDGET, WIDGET_ID } from './page.ts'
import { openSlowPage } from './slow-page.ts'
import { soon } from './soon.ts'

suite('floods over long polling', () => {
  let server: TestServer
  let clock: HandClock
  before(async () => {
    clock = handClock()
    server = await startTestServer({ clock, channels: [WIDGET], env: { TRUST_PROXY: '127.0.0.1' } })
  })
  after(() => server.close())

  const hello = (visitor: string): VisitorFrame => ({
    t: 'hello',
    visitor: secretOf(visitor),
    visit: 'tab-00001',
    url: 'https://shop.test/',
    title: 'Shop',
  })
  const post = (address: string, session: string, frames: readonly VisitorFrame[] = []) =>
    server.ask(`/widget/${WIDGET_ID}/frames`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: JSON.stringify({ session: session.padEnd(24, '0'), after: 0, wait: 0, frames }),
    })
  const statuses = async (answers: readonly ReturnType<typeof post>[]) => {
    const counted = new Map<number, number>()
    for (const { status } of await Promise.all(answers)) counted.set(status, (counted.get(status) ?? 0) + 1)
    return Object.fromEntries(counted)
  }
  const many = (count: number, ask: (i: number) => ReturnType<typeof post>) =>
    Array.from({ length: count }, (_, i) => ask(i))

  test('T36 a long-polling page has the frame rate of a socket, and gets retry-after', async () => {
    const page = 'one-page'
    assert.equal((await post('192.0.2.1', page, [hello('abe')])).status, 200)
    // The post and the hello in it count as two.
    const left = FRAMES.burst - 2
    assert.deepEqual(await statuses(many(left + 20, () => post('192.0.2.1', page))), { 200: left, 429: 20 })
    const refused = await post('192.0.2.1', page)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '1')
    assert.equal(refused.headers.get('access-control-allow-origin'), '*')
    assert.equal((refused.body['error'] as unknown as { code: string }).code, 'rate_limited')
    // Another page of the address, and pages with sockets, are not affected.
    assert.equal((await post('192.0.2.1', 'its-neighbour', [hello('ada')])).status, 200)
    const other = await openPage(server, { visitor: 'bea' })
    assert.equal((await other.writes('hi')).t, 'done')
    await other.close()
    await clock.move(1000)
    assert.deepEqual(await statuses(many(FRAMES.rate + 5, () => post('192.0.2.1', page))), { 200: FRAMES.rate, 429: 5 })
  })

  test('T36 each frame of a post counts', async () => {
    const pings = Array.from({ length: 48 }, (): VisitorFrame => ({ t: 'ping' }))
    const answers = [1, 2, 3].map(() => post('192.0.2.2', 'many-frames', [hello('gus'), ...pings]))
    assert.deepEqual(await statuses(answers), { 200: 2, 429: 1 })
  })

  test('T36 T40 an address that posts frames for always new pages is refused, and other addresses are served', async () => {
    // Each page has another visitor, since one visitor is limited to twenty.
    const nameOf = (i: number) => `hal${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}`
    const flood = many(POSTS.burst + 50, (i) => post('192.0.2.3', `page-number-${i}-`, [hello(nameOf(i))]))
    assert.deepEqual(await statuses(flood), { 200: PAGES, 429: 50, 503: POSTS.burst - PAGES })
    const refused = await server.ask(`/widget/${WIDGET_ID}/frames`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '192.0.2.3' },
      body: 'no JSON at all',
    })
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
    assert.equal((await post('192.0.2.4', 'somebody-else', [hello('cid')])).status, 200)
  })

  test('T40 the addresses of an IPv6 network count as one', async () => {
    const flood = many(POSTS.burst + 50, (i) => post(`2001:db8::${i.toString(16)}`, `page-of-network-${i}-`))
    assert.equal((await statuses(flood))[429], 50)
    assert.equal((await post('2001:db8:0:1::1', 'its-neighbour', [hello('ida')])).status, 200)
  })

  test('T36 the queue of a page that does not read is limited in bytes, and the page must begin again', async () => {
    const visitor = 'jan'
    const page = await openPage(server, { visitor })
    for (let n = 0; n < PAGE; n++) await page.writes('x'.repeat(VISITOR_TEXT_MAX))
    await page.close()
    assert.equal((await post('192.0.2.5', 'does-not-take', [hello(visitor)])).status, 200)
    const before = { chat: 1_000_000, n: 1 }
    // A page that reads can get more than that.
    const taker = openSlowPage(server, visitor)
    await taker.ask([taker.hello()], { wait: 5000 })
    for (let n = 0; n < 8; n++) await taker.ask([{ t: 'history', id: nextId(), before }], { wait: 5000 })
    const sizes: number[] = []
    await soon(async () => {
      await clock.move(1000)
      const answer = await post('192.0.2.5', 'does-not-take', [{ t: 'history', id: nextId(), before }])
      if (answer.status === 200) sizes.push(answer.text.length)
      return answer.status === 503
    })
    // A frame is queued while the queue is below the limit, so that a frame of any size passes.
    assert.ok(Math.max(...sizes) < 1024 * 1024 + PAGE * (VISITOR_TEXT_MAX + 500), String(sizes))
    assert.equal((await post('192.0.2.5', 'does-not-take')).status, 503)
    assert.equal((await post('192.0.2.5', 'another-name', [hello(visitor)])).status, 200)
  })

  test('T36 a socket over the frame rate is closed, and so is one with a huge frame', async () => {
    const codeOf = (page: Awaited<ReturnType<typeof openPage>>) =>
      new Promise<number>((resolve) => page.socket.on('close', resolve))
    const [fast, huge, calm] = await Promise.all(['dan', 'eve', 'fay'].map((visitor) => openPage(server, { visitor })))
    assert.ok(fast && huge && calm)
    const closed = codeOf(fast)
    for (let i = 0; i <= FRAMES.burst; i++) fast.send({ t: 'ping' })
    assert.equal(await closed, 1008)
    const over = codeOf(huge)
    huge.socket.send(`{"t":"ping","x":"${'x'.repeat(64 * 1024)}"}`)
    assert.equal(await over, 1009)
    assert.equal((await calm.writes('hi')).t, 'done')
    await calm.close()
  })
})
