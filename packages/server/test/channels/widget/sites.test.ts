import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { WebSocket } from 'ws'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { openPage, WIDGET, WIDGET_ID } from './page.ts'

const OPEN_TO_ALL = 'Op3nToAll0'

suite('a widget that is limited to one site', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer({
      channels: [
        { ...WIDGET, widget: { sites: ['shop.test'] } },
        { ...WIDGET, name: 'Everywhere', publicId: OPEN_TO_ALL },
      ],
    })
  })
  after(() => server.close())

  const settings = (origin?: string, widget = WIDGET_ID) =>
    server.ask(`/widget/${widget}/settings`, { headers: origin === undefined ? {} : { origin } })

  test('T34 it is shown on that site and its subdomains, and on no other', async () => {
    for (const origin of ['https://shop.test', 'https://www.shop.test:8443', server.publicUrl])
      assert.equal((await settings(origin)).status, 200, origin)
    for (const origin of ['https://evil.test', 'https://notshop.test', 'https://shop.test.evil.test', 'null', 'x'])
      assert.equal((await settings(origin)).status, 403, origin)
    assert.equal((await settings('https://evil.test', OPEN_TO_ALL)).status, 200)
  })

  test('T34 its socket does not open from other sites', async () => {
    const page = await openPage(server, { headers: { origin: 'https://www.shop.test' } })
    await page.close()
    const address = `${server.url.replace('http', 'ws')}/widget/${WIDGET_ID}/socket`
    const status = await new Promise((resolve) => {
      const socket = new WebSocket(address, { headers: { origin: 'https://evil.test' } })
      socket.on('error', () => {})
      socket.on('open', () => resolve(101))
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
    })
    assert.equal(status, 403)
  })

  test('T34 its standalone page can be framed only by that site; without a list, only by the server’s own pages', async () => {
    const policyOf = async (widget: string) =>
      (await server.ask(`/talk/${widget}`)).headers.get('content-security-policy') ?? ''
    assert.match(await policyOf(WIDGET_ID), /frame-ancestors https:\/\/shop\.test https:\/\/\*\.shop\.test$/)
    assert.match(await policyOf(OPEN_TO_ALL), /frame-ancestors 'self'$/)
  })

  test('T34 a site must be a host as browsers write it; others are refused by name', async () => {
    const channel = server.services.directory.channelByPublicId(WIDGET_ID)?.id
    const put = (sites: string[]) => server.agent().call('PATCH', `/channels/${channel}`, { widget: { sites } })
    for (const [site, wanted] of [
      ['Shop.TEST', 'enter "shop.test"'],
      ['bücher.test', 'enter "xn--bcher-kva.test"'],
      ['https://shop.test', 'such as shop.example'],
      ["shop.test; script-src 'unsafe-inline'", 'such as shop.example'],
    ] as const) {
      const { status, text } = await put(['other.test', site])
      const { error } = JSON.parse(text) as { error: { field: string; message: string } }
      assert.deepEqual([status, error.field], [400, '/widget/sites/1'], text)
      assert.ok(error.message.includes(wanted), text)
    }
    assert.equal((await settings('https://www.shop.test')).status, 200)
    assert.equal((await put(['shop.test', '192.0.2.7', '[2001:db8::1]'])).status, 200)
  })
})
