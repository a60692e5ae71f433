import assert from 'node:assert/strict'
import { rename } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { FILE_MAX } from '@deskbell/protocol/limits'
import { VISITOR_TEXT_MAX } from '@deskbell/protocol/widget/contact'
import { testKinds } from '../../db.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { nextId, openPage, secretOf, WIDGET, WIDGET_ID } from './page.ts'
import { soon } from './soon.ts'

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

for (const kind of testKinds())
  suite(`files of visitors, ${kind}`, () => {
    let server: TestServer
    const logged: string[] = []
    before(async () => {
      server = await startTestServer({ kind, channels: [WIDGET], onLog: (line) => logged.push(line) })
    })
    after(() => server.close())

    const headersOf = (visitor: string, id = nextId()) => ({
      authorization: `Bearer ${secretOf(visitor)}`,
      'x-request-id': id,
    })
    function send(visitor: string, bytes: Buffer, name: string, id = nextId(), text = 'look') {
      const form = new FormData()
      form.set('text', text)
      form.set('file', new Blob([new Uint8Array(bytes)]), name)
      const headers = headersOf(visitor, id)
      return server.ask(`/widget/${WIDGET_ID}/files`, { method: 'POST', body: form, headers })
    }

    test('a picture can be the first message of a visitor, and both sides see it', async () => {
      const page = await openPage(server, { visitor: 'snap' })
      const id = nextId()
      const answer = await send('snap', PICTURE, 'cat.png', id)
      assert.equal(answer.status, 200, answer.text)
      const { chat, n } = answer.body as unknown as { chat: number; n: number }
      const entry = await page.until(() => page.entries().find((one) => one.type === 'message'), 'the picture')
      assert.ok(entry.type === 'message')
      const [picture] = entry.attachments ?? []
      assert.ok(picture?.url)
      assert.deepEqual([entry.id, entry.text, entry.chat, entry.n], [id, 'look', chat, n])
      assert.equal((await fetch(picture.url)).status, 200)
      assert.equal((await server.agent().chat(chat)).visitor.site?.title, 'Shop', 'the page that it was sent from')
      const shown = (await server.agent().entries(chat)).find((one) => one.type === 'message')
      assert.equal(shown?.type === 'message' && shown.attachments[0]?.state, 'stored')
      const again = await send('snap', PICTURE, 'cat.png', id)
      assert.deepEqual(again.body, answer.body)
      assert.equal(page.entries().filter((one) => one.type === 'message').length, 1)
      await page.close()
    })

    test('a file of a blocked visitor is refused with the reason, not as a repeated request', async () => {
      const answer = await send('nuisance', PICTURE, 'cat.png')
      const { chat } = answer.body as unknown as { chat: number }
      await server.agent().accepts(chat)
      assert.equal((await server.agent().call('POST', `/chats/${chat}/block`, {})).status, 200)
      const refused = await send('nuisance', PICTURE, 'cat.png')
      assert.equal(refused.status, 409)
      assert.deepEqual(refused.body, {
        error: { code: 'too_late', message: 'This chat does not accept messages any more.' },
      })
    })

    test('an invalid file is refused with a sentence, and writes nothing in the chat', async () => {
      assert.equal((await send('empty', Buffer.alloc(0), 'x.txt')).status, 400)
      const headers = { 'x-request-id': nextId() }
      const nobody = await server.ask(`/widget/${WIDGET_ID}/files`, { method: 'POST', body: new FormData(), headers })
      assert.equal(nobody.status, 401)
      const short = await server.ask(`/widget/${WIDGET_ID}/files`, {
        method: 'POST',
        body: new FormData(),
        headers: { authorization: 'Bearer short' },
      })
      assert.equal(short.status, 401)
      const none = await server.ask(`/widget/${WIDGET_ID}/files`, {
        method: 'POST',
        body: '{}',
        headers: { ...headersOf('plain'), 'content-type': 'application/json' },
      })
      assert.equal(none.status, 415)
      assert.equal((none.body['error'] as unknown as { code: string }).code, 'invalid')
      assert.equal(none.headers.get('access-control-allow-origin'), '*')
      const large = await send('large', Buffer.alloc(FILE_MAX + 1), 'x.bin')
      assert.equal(large.status, 413)
    })

    test('T40 the text with a file has the limit of a message', async () => {
      assert.equal((await send('long', PICTURE, 'cat.png', nextId(), 'x'.repeat(VISITOR_TEXT_MAX))).status, 200)
      const refused = await send('long', PICTURE, 'cat.png', nextId(), 'x'.repeat(VISITOR_TEXT_MAX + 1))
      assert.equal(refused.status, 400)
      assert.match((refused.body['error'] as unknown as { message: string }).message, /"text" .* 10000 characters/)
    })

    test('T40 concurrent files of one visitor count together', async () => {
      const answers: number[] = []
      // Each declares the largest size and is sent slowly.
      const slow = Array.from({ length: 9 }, () => {
        const headers = {
          ...headersOf('slow'),
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': String(FILE_MAX),
        }
        const request = httpRequest(`${server.url}/widget/${WIDGET_ID}/files`, { method: 'POST', headers })
        request.on('error', () => {})
        request.on('response', (response) => answers.push(response.statusCode ?? 0))
        request.write('--x\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nabc')
        return request
      })
      try {
        await soon(() => answers.length > 0)
        assert.deepEqual(answers, [429])
        assert.equal((await send('other', PICTURE, 'cat.png')).status, 200)
      } finally {
        for (const request of slow) request.destroy()
      }
      // Bytes that were not received do not count.
      await soon(async () => (await send('slow', PICTURE, 'cat.png')).status === 200)
    })

    test('R17 a file that cannot be written to disk is answered 503, and the error is logged', async () => {
      const arriving = join(server.services.config.dataDir, 'files', 'arriving')
      await rename(arriving, `${arriving}-away`)
      try {
        const refused = await send('full', PICTURE, 'cat.png')
        assert.equal(refused.status, 503)
        assert.equal(refused.headers.get('retry-after'), '2')
        assert.match(logged.join('\n'), /a file could not be stored/)
      } finally {
        await rename(`${arriving}-away`, arriving)
      }
      assert.equal((await send('full', PICTURE, 'cat.png')).status, 200)
    })
  })
