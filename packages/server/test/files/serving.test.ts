import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import fastify from 'fastify'
import { statement } from '../../src/db/statement.ts'
import { keepOriginsApart } from '../../src/files/origin.ts'
import { HOUR, closeDatabases, openTestFiles } from './setup.ts'
import { NAMES } from './names.ts'

after(closeDatabases)

const server = await openTestFiles({ after })
const rename = statement('test_file_rename', 'update file set name = $3 where account_id = $1 and id = $2')
const text = 'abcdefghijklmnopqrstuvwxyz'

/** The raw answer, before a client parses it. */
async function rawAnswer(link: string): Promise<{ head: string[]; body: string }> {
  const { hostname, port, pathname } = new URL(link)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`)
  let heard = ''
  socket.setEncoding('latin1').on('data', (data) => (heard += data))
  await once(socket, 'close')
  const end = heard.indexOf('\r\n\r\n')
  return { head: heard.slice(0, end).split('\r\n'), body: heard.slice(end + 4) }
}

test('T11 no file name splits the header or adds one', async (t) => {
  const normal = await rawAnswer(server.linkTo((await server.upload('a.txt', Buffer.from(text))).file))
  const namesOf = (head: string[]) => head.slice(1).map((line) => line.split(':')[0])
  for (const [given, kept] of NAMES) {
    await t.test(`T11 ${JSON.stringify(given.slice(0, 40))}`, async () => {
      const { file } = await server.upload(given, Buffer.from(text))
      assert.equal(file.name, kept)
      // The header is safe also for a stored name that was not cleaned.
      const wild = (await server.upload('wild', Buffer.from(text))).file
      const name = given.replaceAll('\0', '').toWellFormed() || 'x'
      await server.db.query(rename, [server.account, wild.id, name])
      for (const [served, expected] of [
        [file, kept],
        [wild, name],
      ] as const) {
        const { head, body } = await rawAnswer(server.linkTo(served))
        assert.equal(head[0], 'HTTP/1.1 200 OK')
        assert.deepEqual(namesOf(head), namesOf(normal.head))
        assert.equal(body, text)
        const disposition = head.find((line) => line.startsWith('content-disposition:')) ?? ''
        assert.match(
          disposition,
          /^content-disposition: attachment; filename="[ -!#-$&-[\]-~]*"; filename\*=UTF-8''[^\s"';,]+$/,
        )
        assert.equal(decodeURIComponent(disposition.split("''").at(-1) ?? ''), expected)
      }
    })
  }
})

test('T9 T15 every answer has the sandboxing headers, and sends no referrer', async () => {
  const { file } = await server.upload('a.txt', Buffer.from(text))
  const answer = await fetch(server.linkTo(file), { headers: { cookie: 'deskbell=x' } })
  const { date: _, ...headers } = Object.fromEntries(answer.headers)
  assert.deepEqual(headers, {
    'accept-ranges': 'bytes',
    'cache-control': headers['cache-control'],
    connection: 'keep-alive',
    'content-disposition': `attachment; filename="a.txt"; filename*=UTF-8''a.txt`,
    'content-length': '26',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-type': 'application/octet-stream',
    'cross-origin-resource-policy': 'cross-origin',
    etag: `"${file.id}"`,
    'keep-alive': 'timeout=72',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
})

test('A19 browsers may cache a file while its link is valid', async () => {
  const { file } = await server.upload('a.txt', Buffer.from(text))
  const link = server.linkTo(file, { forMs: HOUR })
  const until = Number(link.split('/').at(-4)) * 1000
  const first = await fetch(link)
  assert.equal(
    first.headers.get('cache-control'),
    `private, max-age=${Math.floor((until - server.clock.now()) / 1000)}, immutable`,
  )
  const again = await fetch(link, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  assert.equal(again.status, 304)
  assert.equal(await again.text(), '')
})

test('A19 range requests and HEAD work', async () => {
  const { file } = await server.upload('a.txt', Buffer.from(text))
  const link = server.linkTo(file)
  const etag = `"${file.id}"`
  const rows: [Record<string, string>, number, string, string | null][] = [
    [{ range: 'bytes=0-4' }, 206, 'abcde', 'bytes 0-4/26'],
    [{ range: 'bytes=20-' }, 206, 'uvwxyz', 'bytes 20-25/26'],
    [{ range: 'bytes=-2' }, 206, 'yz', 'bytes 24-25/26'],
    [{ range: 'bytes=0-' }, 206, text, 'bytes 0-25/26'],
    [{ range: 'bytes=26-' }, 416, '', 'bytes */26'],
    [{ range: 'bytes=0-1,4-5' }, 200, text, null],
    [{ range: 'bytes=0-4', 'if-range': etag }, 206, 'abcde', 'bytes 0-4/26'],
    [{ range: 'bytes=0-4', 'if-range': '"other"' }, 200, text, null],
  ]
  for (const [headers, status, body, part] of rows) {
    const answer = await fetch(link, { headers })
    assert.deepEqual([answer.status, await answer.text(), answer.headers.get('content-range')], [status, body, part])
    assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
    assert.equal(answer.headers.get('content-security-policy'), "sandbox; default-src 'none'")
  }
  const head = await fetch(link, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '26', ''])
  const part = await fetch(link, { method: 'HEAD', headers: { range: 'bytes=0-4' } })
  assert.deepEqual([part.status, part.headers.get('content-length')], [206, '5'])
  for (const method of ['POST', 'PUT', 'DELETE']) assert.equal((await fetch(link, { method })).status, 404)
})

test('T9 files and the agent application have origins of their own', async () => {
  const apart = { publicUrl: 'https://desk.test', filesUrl: 'https://files.test' }
  const statusOf = async (options: Parameters<typeof keepOriginsApart>[0], host: string, url: string) => {
    const app = fastify()
    app.addHook('onRequest', keepOriginsApart(options))
    app.get('/*', async () => 'here')
    const answer = await app.inject({ url, headers: { host } })
    await app.close()
    return answer.statusCode
  }
  const open = { ...apart, alsoOnFilesHost: (path: string) => path === '/healthz' }
  const rows: [Parameters<typeof keepOriginsApart>[0], string, string, number][] = [
    [apart, 'files.test', '/files/1', 200],
    [apart, 'files.test', '/', 404],
    [apart, 'files.test', '/api/me', 404],
    [apart, 'files.test', '/files', 404],
    [apart, 'files.test', '/api/me?/files/', 404],
    [apart, 'FILES.test', '/api/me', 404],
    [apart, 'files.test:443', '/api/me', 404],
    [apart, 'desk.test', '/files/1', 404],
    [apart, 'desk.test', '/files/1?x', 404],
    [apart, 'desk.test', '/api/me', 200],
    [apart, '10.0.0.5:4000', '/healthz', 200],
    [apart, '10.0.0.5:4000', '/files/1', 404],
    [apart, 'files.test', '/healthz', 404],
    [open, 'files.test', '/healthz', 200],
    [open, 'files.test', '/healthz?x=1', 200],
    [open, 'files.test', '/api/me', 404],
    [{ publicUrl: 'http://localhost:4000', filesUrl: 'http://127.0.0.1:4000' }, '127.0.0.1:4000', '/', 404],
    [{ publicUrl: 'http://localhost:4000', filesUrl: 'http://127.0.0.1:4000' }, 'localhost:4000', '/', 200],
    [{ publicUrl: 'https://desk.test', filesUrl: 'https://desk.test' }, 'desk.test', '/files/1', 200],
    [{ publicUrl: 'https://desk.test', filesUrl: 'https://desk.test' }, 'desk.test', '/api/me', 200],
  ]
  for (const [options, host, url, status] of rows) {
    assert.equal(await statusOf(options, host, url), status, `${host} ${url}`)
  }
})
