import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterEach, before, beforeEach, suite, test } from 'node:test'
import { FILE_MAX } from '@deskbell/protocol/limits'
import sharp from 'sharp'
import { plain } from '../../files/pictures.ts'
import { startTestServer, tokenOf, ANN, type TestServer } from '../../test-server.ts'
import { nextId, openPage, secretOf, WIDGET, WIDGET_ID } from './page.ts'
import { soon } from './soon.ts'

const ATTACKER = '198.51.100.7'
const VISITOR = '203.0.113.9'
const PICTURES = 20
/** The allowance for a busy machine (ms). */
const WITHIN = 30_000

/** A secret for a name; names have only letters. */
const fresh = (i: number): string => `fresh${String.fromCodePoint(97 + Math.floor(i / 26), 97 + (i % 26))}`

/** An animated picture that takes seconds to decode. */
async function animated(): Promise<Buffer> {
  const [width, height, frames] = [400, 300, 60]
  const raw = Buffer.alloc(width * height * frames * 3)
  for (let i = 0; i < raw.length; i++) raw[i] = (i * 7 + (i >> 9) * 13) & 255
  const pixels = sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
  return pixels.gif({ effort: 1 }).toBuffer()
}

suite('concurrent files of visitors', () => {
  let server: TestServer
  let heavy: Buffer
  let small: Buffer
  /** The chat of a visitor, which Ann has accepted. */
  let chat = 0
  before(async () => {
    heavy = await animated()
    small = await plain(30, 20).png().toBuffer()
    assert.ok(small.length < 1024)
  })
  // A server per test, so that pictures that are not decoded yet at the end of a test do not slow the next one.
  beforeEach(async () => {
    server = await startTestServer({ channels: [WIDGET], env: { TRUST_PROXY: '127.0.0.1' } })
    const page = await openPage(server, { visitor: 'guest' })
    const first = await send('guest', small, VISITOR)
    chat = (first.body as unknown as { chat: number }).chat
    await server.agent().accepts(chat)
    await page.close()
  })
  afterEach(() => server.close())

  function send(visitor: string, bytes: Buffer, address: string, signal?: AbortSignal) {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), 'picture')
    const authorization = `Bearer ${secretOf(visitor)}`
    const headers = { authorization, 'x-request-id': nextId(), 'x-forwarded-for': address }
    return server.ask(`/widget/${WIDGET_ID}/files`, { method: 'POST', body: form, headers, ...(signal && { signal }) })
  }

  async function sendAsAgent() {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(small)]), 'picture.png')
    const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
    return server.ask(`/api/chats/${chat}/files`, { method: 'POST', body: form, headers })
  }

  async function took(work: Promise<{ status: number; text: string }>): Promise<number> {
    const begun = performance.now()
    const { status, text } = await work
    assert.equal(status, 200, text)
    return performance.now() - begun
  }

  for (const [how, secretOf20] of [
    ['twenty animated pictures of one visitor', () => 'crowd'],
    ['twenty fresh secrets with an animated picture each', fresh],
  ] as const)
    test(`T48 with ${how}, small pictures of another visitor and of an agent are stored within two seconds`, async () => {
      const calm = Math.max(await took(send('calm', small, VISITOR)), await took(sendAsAgent()))
      const giveUp = new AbortController()
      let done = 0
      const crowd = Array.from({ length: PICTURES }, (_, i) =>
        send(secretOf20(i), heavy, ATTACKER, giveUp.signal).then(
          ({ status }) => (done += status === 200 ? 1 : 0),
          () => {},
        ),
      )
      await soon(() => server.services.files.pictures.waiting + done === PICTURES, WITHIN)
      const before = done
      const times = [await took(send('other', small, VISITOR)), await took(sendAsAgent())]
      process.stdout.write(`calm ${Math.round(calm)} ms, beside the others ${times.map(Math.round).join(' and ')} ms\n`)
      assert.ok(done - before <= 2, `${done - before} of the animated ones went before`)
      // On a busy machine the baseline is slower too.
      for (const time of times) assert.ok(time < Math.max(2000, 5 * calm), `${time} ms`)
      assert.ok(server.services.files.pictures.waiting >= PICTURES / 2, 'the others still wait')
      giveUp.abort()
      await Promise.all(crowd)
    })

  test('T48 a visitor can upload twenty files at once, and the next is refused with retry-after', async () => {
    const slow = halfSent('patient', VISITOR, 20)
    try {
      await soon(async () => (await arriving()) >= 20, WITHIN)
      const refused = await send('patient', small, VISITOR)
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      assert.match((refused.body['error'] as unknown as { message: string }).message, /^Too many files .*\.$/)
      assert.equal((await send('other', small, VISITOR)).status, 200)
    } finally {
      for (const request of slow) request.destroy()
    }
    await soon(async () => (await send('patient', small, VISITOR)).status === 200, WITHIN)
  })

  test('T48 unfinished uploads of one address hold a bounded number of folders, with any number of secrets', async () => {
    const slow = Array.from({ length: 70 }, (_, i) => halfSent(fresh(i), '192.0.2.44', 1)).flat()
    const answers: number[] = []
    for (const request of slow) request.on('response', ({ statusCode = 0 }) => answers.push(statusCode))
    try {
      await soon(() => answers.length === 10, WITHIN)
      assert.deepEqual(new Set(answers), new Set([429]))
      assert.ok((await arriving()) <= 60)
      assert.equal((await send('neighbour', small, '192.0.2.45')).status, 200)
    } finally {
      for (const request of slow) request.destroy()
    }
    await soon(async () => (await arriving()) === 0, WITHIN)
  })

  const arriving = async () => (await readdir(join(server.services.config.dataDir, 'files', 'arriving'))).length

  /** Requests that send only the beginning of a file. */
  function halfSent(visitor: string, address: string, count: number) {
    return Array.from({ length: count }, () => {
      const headers = {
        authorization: `Bearer ${secretOf(visitor)}`,
        'x-request-id': nextId(),
        'x-forwarded-for': address,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(Math.floor(FILE_MAX / 8)),
      }
      const request = httpRequest(`${server.url}/widget/${WIDGET_ID}/files`, { method: 'POST', headers })
      request.on('error', () => {})
      request.write('--x\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nabc')
      return request
    })
  }
})
