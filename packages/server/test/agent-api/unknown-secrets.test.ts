import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { RATE_LIMITS, type RateLimitName } from '@deskbell/protocol/limits'
import { WebSocket } from 'ws'
import { changeSettings } from '../../src/settings/account-settings.ts'
import { handClock, settle, type HandClock } from '../clock.ts'
import { ANN, BOB, startTestServer, tokenOf, type TestServer } from '../test-server.ts'
import { PASSWORD } from './servers.ts'
import { watchStore } from '../store-watch.ts'

const BURST = 10
const READS = new Set(['api_token_by_hash', 'session_by_hash'])

suite('unknown session and token secrets', () => {
  let testServer: TestServer
  let clock: HandClock
  let guesses = 0
  before(async () => {
    clock = handClock()
    testServer = await startTestServer({ clock, env: { TRUST_PROXY: '127.0.0.1' } })
  })
  after(() => testServer.close())

  async function limit(name: RateLimitName, burst: number): Promise<void> {
    const { rate, burst: whole } = RATE_LIMITS[name]
    await testServer.services.db.transaction((tx) =>
      changeSettings(tx, 1, { limits: { [name]: (burst * rate) / whole } }),
    )
    await testServer.services.directory.refresh()
  }
  const byToken = (token: string) => ({ authorization: `Bearer ${token}` })
  const guess = () => byToken(`deskbell_guess_${++guesses}`)
  const cookie = () => ({ cookie: `deskbell=${String(++guesses).padStart(43, 'x')}` })
  const asks = (address: string, headers: Record<string, string>) =>
    testServer.ask('/api/me', { headers: { 'x-forwarded-for': address, ...headers } })
  const opens = (address: string, headers: Record<string, string>) =>
    new Promise<{ status: number; retryAfter: number }>((resolve, reject) => {
      const socket = new WebSocket(`${testServer.url.replace('http', 'ws')}/api/socket`, {
        headers: { 'x-forwarded-for': address, ...headers },
      })
      socket.on('error', reject)
      socket.on('unexpected-response', (_request, answer) => {
        answer.resume()
        resolve({ status: answer.statusCode ?? 0, retryAfter: Number(answer.headers['retry-after'] ?? 0) })
      })
      socket.on('open', () => {
        socket.close()
        resolve({ status: 101, retryAfter: 0 })
      })
    })

  const LIMITS: [RateLimitName, (i: number) => string, string][] = [
    ['unknownSecretsPerAddress', () => '192.0.2.1', '192.0.2.2'],
    ['unknownSecretsPerAddress', (i) => `2001:db8::${i + 1}`, '2001:db8:0:1::1'],
    ['unknownSecretsPerNetwork', (i) => `198.51.100.${i + 1}`, '198.51.101.1'],
  ]
  for (const [name, addressOf, other] of LIMITS)
    test(`T46 unknown tokens and cookies are counted before the store is asked: ${name}, ${addressOf(0)}`, async () => {
      // Ann's token is known, Bob's is not yet.
      assert.equal((await asks(addressOf(0), byToken(tokenOf(ANN)))).status, 200)
      await limit(name, BURST)
      const store = watchStore(testServer)
      const statuses = []
      for (let i = 0; i < BURST; i++) statuses.push((await asks(addressOf(i), i % 2 ? guess() : cookie())).status)
      assert.deepEqual(statuses, Array<number>(BURST).fill(401))
      assert.equal(store.asked.filter((one) => READS.has(one)).length, BURST)
      store.asked.length = 0
      for (const headers of [guess(), cookie(), byToken(tokenOf(BOB))]) {
        const refused = await asks(addressOf(BURST), headers)
        assert.equal(refused.status, 429)
        assert.ok(Number(refused.headers.get('retry-after')) >= 1)
        const socket = await opens(addressOf(BURST), { ...headers, origin: testServer.publicUrl })
        assert.equal(socket.status, 429)
        assert.ok(socket.retryAfter >= 1)
      }
      assert.deepEqual(store.asked, [])
      // A known secret stays valid, also when it is read again; other requests are not delayed.
      await clock.move(61_000)
      assert.equal((await asks(addressOf(BURST), byToken(tokenOf(ANN)))).status, 200)
      assert.equal((await asks(other, guess())).status, 401)
      store.end()
      await limit(name, 0)
    })

  /** Links of mails are secrets, too. */
  const LINKS: [path: string, more: object][] = [
    ['/invitations/open', {}],
    ['/invitations/accept', { name: 'Eve', password: PASSWORD }],
    ['/password-resets/open', {}],
    ['/password-resets/use', { password: PASSWORD }],
  ]
  for (const [path, more] of LINKS)
    test(`T46 unknown tokens of links are counted with the other unknown secrets: ${path}`, async () => {
      const address = `203.0.113.${LINKS.findIndex(([one]) => one === path) + 1}`
      const opensLink = (i: number) =>
        testServer.ask(`/api${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify({ token: String(i).padStart(43, 'x'), ...more }),
        })
      await limit('unknownSecretsPerAddress', BURST)
      const statuses = []
      for (let i = 0; i <= BURST; i++) statuses.push((await opensLink(i)).status)
      assert.deepEqual(statuses, [...Array<number>(BURST).fill(410), 429])
      await limit('unknownSecretsPerAddress', 0)
    })

  test('T46 a secret of an invalid form is refused without a query', async () => {
    const store = watchStore(testServer)
    for (const headers of [
      { cookie: 'deskbell=short' },
      { cookie: `deskbell=${'x'.repeat(44)}` },
      { cookie: `deskbell=${'*'.repeat(43)}` },
      byToken('x'.repeat(201)),
      byToken('*'),
    ])
      assert.equal((await asks('192.0.2.9', headers)).status, 401)
    assert.deepEqual(store.asked, [])
    store.end()
  })

  test('T27 T46 an agent with an ended session’s cookie signs in while unknown secrets are refused', async () => {
    await limit('unknownSecretsPerAddress', 1)
    const address = '192.0.2.17'
    assert.equal((await asks(address, cookie())).status, 401)
    assert.equal((await asks(address, cookie())).status, 429)
    const signedIn = await testServer.ask('/api/session', {
      method: 'POST',
      headers: {
        'x-forwarded-for': address,
        'content-type': 'application/json',
        origin: testServer.publicUrl,
        ...cookie(),
      },
      body: JSON.stringify({ email: ANN, password: PASSWORD }),
    })
    assert.equal(signedIn.status, 200, signedIn.text)
    await limit('unknownSecretsPerAddress', 0)
  })

  test('T46 equal secrets that wait share one query, and count once', async () => {
    for (const [headers, status] of [
      [byToken(tokenOf(BOB)), 200],
      [guess(), 401],
    ] as const) {
      await limit('unknownSecretsPerAddress', BURST)
      const store = watchStore(testServer)
      const release = store.hold()
      const answers = Array.from({ length: 30 }, () => asks('203.0.113.1', headers))
      await settle(500)
      release()
      assert.deepEqual([...new Set((await Promise.all(answers)).map((one) => one.status))], [status])
      // Some may have come when the first was answered.
      assert.ok(store.asked.filter((one) => READS.has(one)).length <= 5, String(store.asked))
      store.end()
      await limit('unknownSecretsPerAddress', 0)
    }
  })
})
