import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { Value } from 'typebox/value'
import { parseCardAnswer, parseResult } from '@deskbell/protocol/webhook/answer'
import { ChatAcceptedAnswer, EventAnswer } from '@deskbell/protocol/webhook/answer-shapes'
import { parseBotEvent } from './bot.ts'
import { card, failure, ok } from './card.ts'
import { WebhookError, type Reason } from './error.ts'
import { parseChannelMessage } from './message.ts'
import { sign } from './signature.ts'
import { verify } from './verify.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const AT = 1_700_000_000
const protocol = new URL('../../protocol/src/', import.meta.url)
/** The protocol's samples whose names begin with `start`. */
const samples = (folder: string, start: string) =>
  readdirSync(new URL(`${folder}/fixtures/`, protocol))
    .filter((name) => name.startsWith(start) && name.endsWith('.json'))
    .map((name) => [name, readFileSync(new URL(`${folder}/fixtures/${name}`, protocol), 'utf8')] as const)

async function signed(body: string) {
  return { headers: await sign({ id: 'evt_1', timestamp: AT, body }, SECRET), body }
}
const refused = (of: Promise<unknown>, reason: Reason) =>
  assert.rejects(of, (error) => error instanceof WebhookError && error.reason === reason)
const options = { now: AT * 1000 }

suite('C24 the event parser accepts only events, the message parser only messages', () => {
  for (const [name, body] of [...samples('webhook', 'c'), ...samples('webhook', 'offline')]) {
    test(name, async () => {
      assert.deepEqual(await verify(await signed(body), SECRET, options), JSON.parse(body))
      await refused(parseChannelMessage(await signed(body), SECRET, options), 'invalid_body')
    })
  }
  for (const [name, body] of samples('channel', 'agent')) {
    test(name, async () => {
      const { id, message } = await parseChannelMessage(await signed(body), SECRET, options)
      assert.deepEqual([id, message], ['evt_1', JSON.parse(body)])
      await refused(verify(await signed(body), SECRET, options), 'invalid_body')
    })
  }
})

test('A27 a message without the server’s signature is refused', async () => {
  const [, body] = samples('channel', 'agent-text')[0]!
  await refused(parseChannelMessage({ headers: {}, body }, SECRET, options), 'missing_header')
  await refused(parseChannelMessage({ ...(await signed(body)), body: `${body} ` }, SECRET, options), 'wrong_signature')
  for (const wrong of [
    '{}',
    '{"sender":{},"recipient":{},"message":{}}',
    '{"sender":7,"recipient":{"id":"1"},"message":{"type":"text"}}',
    '{"sender":null,"recipient":null,"message":null}',
  ])
    await refused(parseChannelMessage(await signed(wrong), SECRET, options), 'invalid_body')
})

suite('B2 events for a bot are parsed when the path ends with the token', () => {
  const token = 'a token/with+signs'
  for (const [name, body] of samples('bot', 'event')) {
    test(name, async () => {
      for (const url of [
        `/desk/${encodeURIComponent(token)}`,
        `https://bot.test/desk/${encodeURIComponent(token)}?a=/b`,
      ])
        assert.deepEqual(await parseBotEvent({ url, headers: {}, body }, token), JSON.parse(body))
    })
  }
  test('another token, or none', async () => {
    const body = '{"event":"CLIENT_MESSAGE"}'
    for (const url of [
      '/desk/',
      '/desk',
      '/',
      '',
      undefined,
      '/desk/another',
      `/desk/${encodeURIComponent(token)}/`,
      `/desk/${encodeURIComponent(token)}x`,
      `/?${token}`,
    ])
      await refused(parseBotEvent({ url, headers: {}, body }, token), 'wrong_token')
  })
  test('an unknown event gives undefined, and a body without an event is refused', async () => {
    const parse = (body: string) => parseBotEvent({ url: '/secret', headers: {}, body }, 'secret')
    assert.equal(await parse('{"event":"CHAT_CLOSED"}'), undefined)
    assert.equal(await parse('{"event":"constructor"}'), undefined)
    for (const body of ['', '[]', 'null', '{}', '{"event":1}']) await refused(parse(body), 'invalid_body')
    await refused(parse(`{"event":"${'x'.repeat(2 ** 20)}"}`), 'too_large')
  })
})

test('C11 the server parses a built answer as intended', () => {
  const answer = card({
    fields: [
      { title: 'Last order', content: 10482, key: 'Shipped', link: new URL('https://crm.test/orders/10482') },
      { title: 'Balance', content: '€ 0.00', link: undefined },
    ],
    contact: { name: 'Vera', email: 'vera@example.org', phone: undefined, description: 'Pays late' },
    crmLink: new URL('https://crm.test/contacts/324'),
    enableAssign: true,
    page: { url: 'https://shop.test/', title: 'Shop' },
  })
  assert.ok(Value.Check(ChatAcceptedAnswer, answer))
  const read = parseCardAnswer(new TextEncoder().encode(JSON.stringify(answer)))
  assert.deepEqual(read, {
    result: 'ok',
    card: {
      customData: [
        { title: 'Last order', content: '10482', key: 'Shipped', link: 'https://crm.test/orders/10482' },
        { title: 'Balance', content: '€ 0.00' },
      ],
      contact: { name: 'Vera', email: 'vera@example.org', description: 'Pays late' },
      enableAssign: true,
      crmLink: 'https://crm.test/contacts/324',
      page: { url: 'https://shop.test/', title: 'Shop' },
    },
    leftOut: [],
  })
  assert.deepEqual(card({}), { result: 'ok' })
  assert.deepEqual(card({ fields: undefined, crmLink: undefined, page: undefined }), { result: 'ok' })
})

test('C16 C18 the other answers are ok and FAILURE', () => {
  for (const [answer, result] of [
    [ok, 'ok'],
    [failure, 'failure'],
  ] as const) {
    assert.ok(Value.Check(EventAnswer, answer))
    assert.equal(parseResult(new TextEncoder().encode(JSON.stringify(answer))), result)
  }
})
