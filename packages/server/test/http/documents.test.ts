import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startTestServer, type TestServer } from '../test-server.ts'
import { WIDGET, WIDGET_ID } from '../channels/widget/page.ts'

suite('static documents', () => {
  let testServer: TestServer
  let assets: string[]
  before(async () => {
    testServer = await startTestServer({ channels: [WIDGET] })
    const { text } = await testServer.ask('/')
    assets = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
    assert.ok(assets.length > 0, 'the agent application has no files')
  })
  after(() => testServer.close())

  const all = () => [
    '/api',
    '/api/openapi.json',
    '/api/reference.css',
    '/setup.schema.json',
    '/',
    `/widget/${WIDGET_ID}`,
    ...assets,
  ]
  const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
    fetch(testServer.url + path, { method, headers })

  test('T45 each is sent compressed to a client that accepts it, uncompressed to others, and the same headers to HEAD', async () => {
    for (const path of all()) {
      const plain = await ask(path, { 'accept-encoding': 'identity' })
      assert.equal(plain.status, 200, path)
      assert.equal(plain.headers.get('content-encoding'), null, path)
      const bytes = Buffer.from(await plain.arrayBuffer())
      for (const [accepted, expected] of [
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0, gzip;q=0.5', 'gzip'],
        ['gzip;q=0', null],
      ] as const) {
        const answer = await ask(path, { 'accept-encoding': accepted })
        assert.equal(answer.headers.get('content-encoding'), expected, `${path} ${accepted}`)
        assert.equal(answer.headers.get('vary'), 'accept-encoding')
        assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes, path)
        const head = await ask(path, { 'accept-encoding': accepted }, 'HEAD')
        assert.equal(head.headers.get('content-length'), answer.headers.get('content-length'), path)
        assert.equal((await head.arrayBuffer()).byteLength, 0)
      }
    }
  })

  test('T45 a client that has the document gets 304', async () => {
    for (const path of all()) {
      const etag = (await ask(path, {})).headers.get('etag') ?? ''
      assert.match(etag, /^"[\w-]{22}"$/, path)
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await ask(path, { 'if-none-match': known })
        assert.equal(answer.status, 304, `${path} ${known}`)
        assert.equal(await answer.text(), '')
        assert.equal(answer.headers.get('etag'), etag)
      }
      assert.equal((await ask(path, { 'if-none-match': '"other"' })).status, 200)
    }
  })

  test('T45 a file that did not exist at the start gets 404', async () => {
    for (const name of ['..%2findex.html', '%2e%2e%2findex.html', '__proto__', 'constructor', '', 'none.js'])
      assert.equal((await ask(`/assets/${name}`, {})).status, 404, name)
  })
})
