import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { RATE_LIMITS } from '@deskbell/protocol/limits'
import { statement } from '../../../src/db/statement.ts'
import { readStoredVisitors } from '../../../src/channels/widget/read.ts'
import { keyOf } from '../../../src/channels/widget/secret.ts'
import { extent, tell } from '../../../../../tools/extent.ts'
import { handClock, type HandClock } from '../../clock.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { nextId, openPage, secretOf, WIDGET, WIDGET_ID } from './page.ts'

const countAll = statement(
  'test_visitors_and_chats',
  'select (select count(*)::int from visitor) as visitors, (select count(*)::int from chat) as chats',
)
/** In steps of ten thousand. */
const GUESSES = extent(50_000, 1_000_000)
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** A secret for a name. */
const nameOf = (n: number) => `v${LETTERS[Math.floor(n / 26)]}${LETTERS[n % 26]}`

suite('limits of visitors', () => {
  let server: TestServer
  let clock: HandClock
  before(async () => {
    clock = handClock()
    const { widgetMessagesPerVisitor, newVisitorsPerAddress, uploadsPerVisitor } = RATE_LIMITS
    server = await startTestServer({
      clock,
      channels: [WIDGET],
      env: { TRUST_PROXY: '127.0.0.1' },
      limits: {
        widgetMessagesPerVisitor: widgetMessagesPerVisitor.rate,
        newVisitorsPerAddress: newVisitorsPerAddress.rate,
        uploadsPerVisitor: uploadsPerVisitor.rate,
      },
    })
  })
  after(() => server.close())
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const visitors = async () => {
    const [row] = await server.services.db.query<{ visitors: number; chats: number }>(countAll, [])
    return { ...row }
  }

  test('T40 opening pages, typing and navigation store no visitor and open no chat', async () => {
    const page = await openPage(server, { headers: from('203.0.113.1') })
    page.send({ t: 'typing', text: 'half a sent' })
    page.send({ t: 'page', url: 'https://shop.test/two', title: 'Two' })
    page.identify('onlylooks')
    page.send({ t: 'typing', text: 'half a sentence' })
    page.send({ t: 'ping' })
    await page.until(() => page.frames.find(({ t }) => t === 'pong'), 'pong')
    assert.deepEqual(await visitors(), { visitors: 0, chats: 0 })
    await page.close()
  })

  test('T40 a visitor who floods is refused with retry-after, and other visitors can write', async () => {
    const { burst, rate } = RATE_LIMITS.widgetMessagesPerVisitor
    const page = await openPage(server, { visitor: 'flood', headers: from('203.0.113.2') })
    for (let n = 0; n < burst; n++) assert.equal((await page.writes(`${n}`)).t, 'done', `message ${n}`)
    const refused = await page.writes('one more')
    assert.ok(refused.t === 'refused' && refused.code === 'rate_limited', JSON.stringify(refused))
    assert.ok(refused.retryAfter !== undefined && refused.retryAfter >= 1)
    const other = await openPage(server, { visitor: 'calm', headers: from('203.0.113.2') })
    assert.equal((await other.writes('hello')).t, 'done')
    await clock.move(Math.ceil(1000 / rate))
    assert.equal((await page.writes('later')).t, 'done')
    assert.equal((await page.writes('too soon')).t, 'refused')
    await page.close()
    await other.close()
  })

  test('T40 an address can create only a limited number of visitors, and known visitors can still write', async () => {
    const { burst, rate } = RATE_LIMITS.newVisitorsPerAddress
    const known = await openPage(server, { visitor: 'known', headers: from('203.0.113.3') })
    await known.writes('first')
    for (let n = 1; n < burst; n++) {
      const page = await openPage(server, { visitor: nameOf(n), headers: from('203.0.113.3') })
      assert.equal((await page.writes('hello')).t, 'done', `visitor ${n}`)
      await page.close()
    }
    const before = await visitors()
    const late = await openPage(server, { visitor: 'late', headers: from('203.0.113.3') })
    const refused = await late.writes('hello')
    assert.equal(refused.t === 'refused' && refused.code, 'rate_limited')
    assert.deepEqual(await visitors(), before)
    assert.equal((await known.writes('second')).t, 'done')
    const elsewhere = await openPage(server, { visitor: 'elsewhere', headers: from('203.0.113.4') })
    assert.equal((await elsewhere.writes('hello')).t, 'done')
    await clock.move(Math.ceil(1000 / rate))
    assert.equal((await late.writes('hello')).t, 'done')
    for (const page of [known, late, elsewhere]) await page.close()
  })

  test('T40 a visitor can send only a limited number of files', async () => {
    const { burst, rate } = RATE_LIMITS.uploadsPerVisitor
    const send = async (visitor: string) => {
      const body = new FormData()
      body.set('file', new Blob(['x']), 'x.txt')
      const headers = {
        authorization: `Bearer ${secretOf(visitor)}`,
        'x-request-id': nextId(),
        ...from('203.0.113.5'),
      }
      return server.ask(`/widget/${WIDGET_ID}/files`, { method: 'POST', body, headers })
    }
    for (let n = 0; n < burst; n++) {
      const { status, text } = await send('uploads')
      assert.equal(status, 200, `${n} ${text}`)
      // Messages have a separate limit.
      await clock.move(200)
    }
    const answers = []
    for (let n = 0; n < 3 && answers.at(-1)?.status !== 429; n++) answers.push(await send('uploads'))
    const refused = answers.at(-1)
    assert.equal(refused?.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
    assert.equal((await send('somebody')).status, 200)
    await clock.move(Math.ceil(1000 / rate))
    assert.equal((await send('uploads')).status, 200)
  })

  test('T40 a new secret for each file does not raise the number of visitors that an address can create', async () => {
    const { burst } = RATE_LIMITS.newVisitorsPerAddress
    const send = (visitor: string) => {
      const body = new FormData()
      body.set('file', new Blob(['x']), 'x.txt')
      const headers = {
        authorization: `Bearer ${secretOf(visitor)}`,
        'x-request-id': nextId(),
        ...from('2001:db8::1'),
      }
      return server.ask(`/widget/${WIDGET_ID}/files`, { method: 'POST', body, headers })
    }
    const known = await openPage(server, { visitor: 'filer', headers: from('2001:db8::2') })
    await known.writes('hello')
    for (let n = 1; n < burst; n++) assert.equal((await send(`files${nameOf(n)}`)).status, 200, `visitor ${n}`)
    const before = await visitors()
    const refused = await send('fileslate')
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
    assert.equal(refused.headers.get('access-control-allow-origin'), '*')
    const late = await openPage(server, { visitor: 'writeslate', headers: from('2001:db8::3') })
    assert.equal((await late.writes('hello')).t, 'refused')
    assert.deepEqual(await visitors(), before)
    assert.equal((await send('filer')).status, 200)
    await known.close()
    await late.close()
  })

  test('T20 no guessed secret belongs to a visitor', async () => {
    const channel = server.services.directory.channelByPublicId(WIDGET_ID)
    assert.ok(channel)
    const whose = (secret: string) => ({ account: channel.accountId, channel: channel.id, key: keyOf(secret) })
    const page = await openPage(server, { visitor: 'guessed', headers: from('2001:db8:9::1') })
    await page.writes('hello')
    await page.close()
    const [known] = await readStoredVisitors(server.services.db, [whose(secretOf('guessed'))])
    assert.ok(known, 'no visitor is found with any secret')
    let hits = 0
    for (let tried = 0; tried < GUESSES; tried += 10_000) {
      const bytes = randomBytes(10_000 * 16)
      const guesses = Array.from({ length: 10_000 }, (_, n) => bytes.toString('base64url', n * 16, n * 16 + 16))
      hits += (await readStoredVisitors(server.services.db, guesses.map(whose))).filter(Boolean).length
    }
    tell({ what: 'T20 guessed secrets of visitors', count: GUESSES, violations: hits })
    assert.equal(hits, 0)
  })
})
