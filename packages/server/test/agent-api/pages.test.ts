import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { readBuiltFiles } from '../../src/agent-api/built-files.ts'
import { agentPages, unknownPage } from '../../src/agent-api/pages.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob: https://files.test",
  'media-src blob: https://files.test',
  "font-src 'self'",
  "connect-src 'self' wss://desk.test",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types deskbell-worker',
].join('; ')

const MAIN = '// main '.repeat(100)

suite('the pages of the agent application', () => {
  let app: FastifyInstance
  const root = mkdtempSync(join(tmpdir(), 'deskbell-pages-'))
  before(async () => {
    mkdirSync(join(root, 'assets'))
    writeFileSync(join(root, 'index.html'), '<!doctype html><title>Deskbell</title>')
    writeFileSync(join(root, 'theme.js'), '// theme')
    writeFileSync(join(root, 'assets/main-0a1b2c3d.js'), MAIN)
    writeFileSync(join(root, 'assets/main-0a1b2c3d.js.br'), brotliCompressSync(MAIN))
    writeFileSync(join(root, 'assets/main-0a1b2c3d.js.gz'), gzipSync(MAIN))
    app = Fastify()
    const config = { publicUrl: 'https://desk.test', filesUrl: 'https://files.test' }
    const built = readBuiltFiles(root)
    await app.register((scope) => agentPages(scope, { config }, built))
    const unknown = unknownPage({ config }, built)
    app.setNotFoundHandler((request, reply) => unknown(request, reply) ?? reply.code(404).send({ error: 'none' }))
    // What a channel address looks like to the router.
    app.get('/:random/:publicId/status', async () => 'status')
  })
  after(async () => {
    await app.close()
    rmSync(root, { recursive: true })
  })

  test('T1 every page and file comes with a policy under which only our own script runs', async () => {
    for (const url of [
      '/',
      '/inbox',
      '/inbox/17',
      '/channels/3/log',
      '/team',
      '/me',
      '/sign-in',
      '/theme.js',
      '/assets/main-0a1b2c3d.js',
      '/assets/none.js',
    ]) {
      const { headers } = await app.inject(url)
      assert.equal(headers['content-security-policy'], POLICY, url)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
      assert.equal(headers['x-frame-options'], 'DENY')
      assert.match(String(headers['permissions-policy']), /geolocation=\(\)/)
      assert.match(String(headers['strict-transport-security']), /max-age=\d{7,}/)
    }
  })

  test('addresses inside the application lead to it, and others do not', async () => {
    for (const url of ['/', '/inbox', '/inbox/17', '/channels/3/log', '/me/tokens']) {
      const answer = await app.inject(url)
      assert.equal(answer.statusCode, 200, url)
      assert.match(answer.body, /<title>Deskbell/)
      assert.equal(answer.headers['cache-control'], 'no-cache')
    }
    for (const url of ['/elsewhere', '/index.html', '/assets', '/assets/', '/.env', '/inboxes'])
      assert.equal((await app.inject(url)).statusCode, 404, url)
    for (const url of ['/assets/..%2f..%2f..%2fetc/passwd', '/assets/%2e%2e/%2e%2e/etc/passwd', '/assets/%00'])
      assert.ok((await app.inject(url)).statusCode >= 400, url)
    assert.equal((await app.inject('/0123456789abcdefghijKLMNOPQRSTUV/Ab3dEf6hIj/status')).body, 'status')
  })

  test('browsers cache files with a content hash in their name for ever, and revalidate others', async () => {
    const asset = await app.inject('/assets/main-0a1b2c3d.js')
    assert.match(String(asset.headers['cache-control']), /immutable/)
    assert.match(String(asset.headers['content-type']), /javascript/)
    const theme = await app.inject('/theme.js')
    assert.equal(theme.headers['cache-control'], 'no-cache')
    const again = await app.inject({ url: '/theme.js', headers: { 'if-none-match': String(theme.headers['etag']) } })
    assert.equal(again.statusCode, 304)
  })

  test('a file is sent as the build compressed it, in the encoding that the browser accepts', async () => {
    const url = '/assets/main-0a1b2c3d.js'
    const as = async (accepted: string) => {
      const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': accepted } })
      assert.match(String(headers['vary']), /accept-encoding/i)
      return { encoding: headers['content-encoding'], bytes: rawPayload }
    }
    const br = await as('gzip, deflate, br, zstd')
    assert.equal(br.encoding, 'br')
    assert.equal(brotliDecompressSync(br.bytes).toString(), MAIN)
    const gzip = await as('gzip;q=0.8, br;q=0')
    assert.equal(gzip.encoding, 'gzip')
    assert.equal(gunzipSync(gzip.bytes).toString(), MAIN)
    const plain = await as('identity')
    assert.equal(plain.encoding, undefined)
    assert.equal(plain.bytes.toString(), MAIN)
    for (const name of ['.br', '.gz']) assert.equal((await app.inject(url + name)).statusCode, 404)
  })

  test('a browser that asks for an unknown page gets the application with 404, a program gets JSON', async () => {
    const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    for (const url of ['/elsewhere', '/setings/team', '/a/b/c/d', '/.env']) {
      const page = await app.inject({ url, headers: asBrowser })
      assert.equal(page.statusCode, 404, url)
      assert.match(page.body, /<title>Deskbell/)
      assert.equal(page.headers['content-security-policy'], POLICY)
      assert.equal(page.headers['cache-control'], 'no-store')
      assert.match(String((await app.inject(url)).headers['content-type']), /json/)
    }
    for (const url of ['/api/nothing', '/bot/nothing', '/widget/a/b/c'])
      assert.match(String((await app.inject({ url, headers: asBrowser })).headers['content-type']), /json/, url)
    const sent = await app.inject({ url: '/elsewhere', method: 'POST', headers: asBrowser })
    assert.match(String(sent.headers['content-type']), /json/)
  })

  test('without a build the pages show how to make one', async () => {
    const bare = Fastify()
    const config = { publicUrl: 'http://desk.test', filesUrl: 'http://files.test' }
    const built = readBuiltFiles(join(root, 'nowhere'))
    assert.equal(built, undefined)
    await bare.register((scope) => agentPages(scope, { config }, undefined))
    const answer = await bare.inject('/inbox')
    assert.equal(answer.statusCode, 503)
    assert.match(answer.body, /npm start/)
    assert.equal(answer.headers['strict-transport-security'], undefined)
    await bare.close()
  })
})
