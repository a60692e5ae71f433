import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { handClock } from '../clock.ts'
import { PUBLIC_ID, RANDOM, startTestServer, type TestServer } from '../test-server.ts'

const TRIES = 40
const JSON_BODY = { 'content-type': 'application/json' }

/** Requests that are limited by address: 20 at once. */
const ROWS: readonly [string, { path: string; method?: string; headers?: Record<string, string> }][] = [
  ['addresses of no channel', { path: `/${RANDOM}/Nobody0000/status` }],
  ['the status of a channel', { path: `/${RANDOM}/${PUBLIC_ID}/status` }],
  ['wrong tokens of a bot', { path: '/bot/webhooks/nobody/wrong-token', method: 'POST', headers: JSON_BODY }],
  ['wrong tokens of a stream', { path: '/api/events', headers: { authorization: 'Bearer wrong' } }],
]

suite('limits by address', () => {
  let testServer: TestServer
  before(async () => {
    testServer = await startTestServer({
      clock: handClock(),
      env: { TRUST_PROXY: '127.0.0.1' },
      limits: { notFoundPerAddress: 0.33, statusPerAddress: 4 },
    })
  })
  after(() => testServer.close())

  for (const [i, [what, { path, method = 'GET', headers }]] of ROWS.entries())
    test(`T46 an IPv6 /64 is one address for ${what}`, async () => {
      const asks = (address: string) =>
        testServer.ask(path, { method, headers: { ...headers, 'x-forwarded-for': address } })
      const statuses = []
      for (let n = 1; n <= TRIES; n++) statuses.push((await asks(`2001:db8:0:${i}::${n}`)).status)
      assert.equal(statuses.filter((status) => status === 429).length, TRIES - 20)
      assert.notEqual((await asks(`2001:db8:1:${i}::1`)).status, 429)
    })
})
