import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { ServerResponse } from 'node:http'
import { atRest } from '../at-rest.ts'
import { handClock } from '../clock.ts'
import { makePlace, testKinds } from '../db.ts'
import { ANN, startTestServer, type TestServer } from '../test-server.ts'
import { startPost } from '../mail/post.ts'
import { startIntegratorServer, type IntegratorServer } from '../integrator-server.ts'

/** Is part of everything that the visitor sends, and of every request about them. */
const SENTINEL = 'sentinel-52e1'
const BOT_CHANNEL = { publicId: 'Bo3dEf6hIj', random: 'B123456789abcdefghijKLMNOPQRSTUV' }
/** How many requests to one webhook, and mails, are under way at once (webhooks/policy.ts, mail/module.ts). */
const EVENTS_AT_ONCE = 32
const MAILS_AT_ONCE = 2
const FETCHES_AT_ONCE = 4

const skip = testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL'

/** Two processes on one database without a bus, and their servers. */
async function startTwo(t: TestContext) {
  const clock = handClock()
  const [front, crm, provider] = await Promise.all([1, 2, 3].map(() => startIntegratorServer({ clock })))
  assert.ok(front && crm && provider)
  const post = await startPost()
  const place = await makePlace('server')
  const options = {
    kind: 'server' as const,
    clock,
    place,
    channel: { serverUrl: front.url },
    channels: [{ kind: 'api' as const, name: 'With bot', agents: [ANN], serverUrl: front.url, ...BOT_CHANNEL }],
    bots: [
      {
        name: 'Helper',
        providerId: 'helper',
        providerUrl: `${provider.url}/hook`,
        token: 'provider-token-1',
        channels: ['With bot'],
      },
    ],
    webhooks: [{ url: `${crm.url}/hook`, events: ['chat_accepted' as const] }],
    env: { SMTP_URL: post.url, MAIL_FROM: 'desk@shop.test' },
  }
  const one = await startTestServer(options)
  const other = await startTestServer(options)
  t.after(async () => {
    await one.stop()
    await other.stop()
    await Promise.all([front, crm, provider, post].map((each) => each.close()))
    await place.drop()
  })
  assert.equal((await one.agent().call('PATCH', '/settings', { mailLogTo: ['log@shop.test'] })).status, 200)
  const servers = [front, crm, provider]

  /** All requests and mails that the servers received. */
  const sent = () => [
    ...servers.flatMap(({ requests }) => requests.map(({ path, body }) => path + body)),
    ...post.letters.map(({ text }) => text),
  ]
  const rests = () => atRest([one, other], servers, () => post.letters.length)
  return {
    ...{ clock, front, crm, provider, post, one, other, sent, rests },
    async passes(ms: number): Promise<void> {
      for (let gone = 0; gone < ms; gone += 500) {
        await rests()
        await clock.move(500)
      }
      await rests()
    },
    /** Erases the visitor through the process that has none of the deliveries. */
    async erases(key: string): Promise<void> {
      const answer = await other.agent().call('DELETE', `/visitors/${await numberOf(other, key)}`)
      assert.equal(answer.status, 200, answer.text)
    },
    /** Writes to the channel that the bot answers. */
    asksBot: (id: string, text: string) =>
      one.ask(`${one.url}/${BOT_CHANNEL.random}/${BOT_CHANNEL.publicId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sender: { id, name: SENTINEL }, message: { type: 'text', text } }),
      }),
  }
}

async function numberOf(testServer: TestServer, key: string): Promise<number> {
  const [row] = await testServer.services.db.query<{ number: number }>(
    { name: 'test_number', text: 'select number from visitor where key = $1' },
    [key],
  )
  assert.ok(row, `there is no visitor ${key}`)
  return row.number
}

/** A chat of this visitor that Ann has accepted. */
async function chatting(testServer: TestServer, key: string, name = key): Promise<number> {
  await testServer.visitor(key, { name }).writes('Hello')
  const chat = (await testServer.agent().chats('?limit=200')).find(({ visitor }) => visitor.id === key)
  assert.ok(chat)
  await testServer.agent().accepts(chat.id)
  return chat.id
}

/** An integrator whose answers wait until the test releases them. */
function holds(integrator: IntegratorServer): () => void {
  const waiting: ServerResponse[] = []
  integrator.behaves((_request, response) => void waiting.push(response))
  return () => {
    integrator.answers()
    for (const response of waiting) response.writeHead(200).end('{"result":"ok"}')
  }
}

test(
  'T52 no further attempt has data of a visitor whom another process erased, without a bus',
  { skip, timeout: 120_000 },
  async (t) => {
    const two = await startTwo(t)
    const { front, crm, provider, one } = two
    for (const integrator of [front, crm, provider])
      integrator.behaves((_request, response) => void response.writeHead(500).end())
    const chat = await chatting(one, 'vera', SENTINEL)
    await one.agent().writes(chat, SENTINEL)
    assert.equal((await two.asksBot('vera-too', SENTINEL)).status, 200)
    await two.rests()
    assert.deepEqual(
      [front, crm, provider].map(({ requests }) => requests.length),
      [1, 1, 1],
    )
    assert.equal(one.services.worker.leased, 3, 'all three wait for their next attempt')
    await two.erases('vera')
    await two.erases('vera-too')
    const before = two.sent().length
    for (const integrator of [front, crm, provider]) integrator.answers()
    await two.passes(45_000)
    assert.deepEqual(
      two
        .sent()
        .slice(before)
        .filter((text) => text.includes(SENTINEL)),
      [],
    )
    assert.deepEqual([one.services.worker.leased, two.other.services.worker.leased], [0, 0])
  },
)

test(
  'T52 no queued delivery sends data of a visitor whom another process erased, without a bus',
  { skip, timeout: 120_000 },
  async (t) => {
    const two = await startTwo(t)
    const { front, crm, post, one } = two
    const mailsGoOn = Promise.withResolvers<void>()
    post.holds(mailsGoOn.promise)
    const goOn = [holds(crm), holds(front), mailsGoOn.resolve]

    for (let i = 0; i < EVENTS_AT_ONCE; i++) await chatting(one, `somebody ${i}`)
    for (let i = 1; i <= MAILS_AT_ONCE; i++) await one.agent().closes(i)
    for (let i = 0; i < FETCHES_AT_ONCE; i++)
      await one.visitor(`sender ${i}`).sends({ type: 'document', file: `${front.url}/media/${i}.txt` })
    const chat = await chatting(one, 'vera', SENTINEL)
    await one
      .visitor('vera', { name: SENTINEL })
      .sends({ type: 'document', file: `${front.url}/media/${SENTINEL}.txt` })
    await one.agent().closes(chat)
    await two.rests()
    const under = () => [crm, front].map(({ requests }) => requests.length)
    assert.deepEqual(under(), [EVENTS_AT_ONCE, FETCHES_AT_ONCE])
    // The queued deliveries about Vera: the event of the answer, the file that she sent, the log of her chat.
    assert.ok(
      one.services.worker.leased >= EVENTS_AT_ONCE + MAILS_AT_ONCE + FETCHES_AT_ONCE + 3,
      `${one.services.worker.leased}`,
    )
    assert.deepEqual(
      two.sent().filter((text) => text.includes(SENTINEL)),
      [],
    )

    await two.clock.move(1500)
    await two.erases('vera')
    for (const each of goOn) each()
    await two.passes(45_000)
    assert.equal(crm.requests.length, EVENTS_AT_ONCE)
    // Agents are alerted by mail of the chats that still wait.
    const logs = post.letters.filter(({ to }) => to.includes('log@shop.test'))
    assert.equal(logs.length, MAILS_AT_ONCE)
    assert.deepEqual(
      two.sent().filter((text) => text.includes(SENTINEL)),
      [],
    )
  },
)
