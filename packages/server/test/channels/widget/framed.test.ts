import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { WIDGET, WIDGET_ID } from './page.ts'

const NAMED = 'Nam3dSites'

suite('framing by other sites', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer({
      channels: [WIDGET, { ...WIDGET, name: 'Named', publicId: NAMED, widget: { sites: ['shop.test'] } }],
    })
  })
  after(() => server.close())

  test('T34 no page allows framing, except the standalone page on the sites in the channel’s settings', async () => {
    const nobody = [
      '/',
      '/inbox/waiting',
      '/channels/1',
      '/visitors',
      '/no-such-page',
      '/api/docs',
      '/api/openapi.json',
      '/api/me',
      `/widget/${WIDGET_ID}`,
      `/widget/${WIDGET_ID}/settings`,
      '/widget/unknown000',
      '/talk/unknown000',
      '/version',
      '/setup.schema.json',
    ]
    for (const path of nobody) {
      const answer = await server.ask(path, { headers: { accept: 'text/html' } })
      const policy = answer.headers.get('content-security-policy') ?? ''
      const kind = answer.headers.get('content-type') ?? ''
      if (kind.startsWith('text/html')) assert.match(policy, /frame-ancestors 'none'/, `${path} may be framed`)
      else assert.match(kind, /^(?:application\/json|text\/javascript|text\/plain)/, path)
    }
    for (const [widget, who] of [
      [WIDGET_ID, "'self'"],
      [NAMED, 'https://shop.test https://*.shop.test'],
    ] as const) {
      const { headers } = await server.ask(`/talk/${widget}`)
      assert.ok(headers.get('content-security-policy')?.endsWith(`frame-ancestors ${who}`), widget)
      assert.equal(headers.get('x-frame-options'), null, 'it would forbid what the policy allows')
    }
  })
})
