import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startTestServer, type TestServer } from '../test-server.ts'
import { openClient } from './client.ts'

/** Node measures these times in real time, so this file takes as long as the longest of them. */
const HEADERS = 10_000
const BODY = 30_000
/** The server checks connections every second, and the machine may be busy. */
const LATE = 5000

suite('requests that are never complete', () => {
  let testServer: TestServer
  before(async () => {
    testServer = await startTestServer()
  })
  after(() => testServer.close())

  const rows: [name: string, sent: string, within: number, answer: RegExp][] = [
    ['nothing at all', '', HEADERS, /^HTTP\/1\.1 408 /],
    ['half a header', 'GET /version HTTP/1.1\r\nHost: localhost\r\nX-', HEADERS, /^HTTP\/1\.1 408 /],
    [
      'half a header after a whole request',
      'GET /version HTTP/1.1\r\nHost: localhost\r\n\r\nGET /version HTTP/1.1\r\n',
      HEADERS,
      /^HTTP\/1\.1 200 .*HTTP\/1\.1 408 /s,
    ],
    [
      'half a body',
      'POST /0123456789abcdefghijKLMNOPQRSTUV/Ab3dEf6hIj HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"a"',
      BODY,
      /^HTTP\/1\.1 408 /,
    ],
  ]
  test('T37 each is answered 408 and closed soon after its time is over', { concurrency: true }, async (t) => {
    await Promise.all(
      rows.map(([name, sent, within, answer]) =>
        t.test(`T37 ${name}`, async () => {
          const client = await openClient(testServer.url)
          client.socket.write(sent)
          const late = new Promise<number>((resolve) => void setTimeout(resolve, within + LATE, Infinity).unref())
          const ms = await Promise.race([client.closed, late])
          client.socket.destroy()
          assert.ok(ms >= within - 50 && ms < within + LATE, `${ms} ms`)
          assert.match(client.received, answer)
        }),
      ),
    )
  })
})
