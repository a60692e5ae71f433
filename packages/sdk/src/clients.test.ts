import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import { Value } from 'typebox/value'
import { parseBotEvent as understandBot } from '@deskbell/protocol/bot/incoming'
import { BotMessageEvent, InviteAgentEvent } from '@deskbell/protocol/bot/shapes'
import { CustomerMessage, CustomerTyping } from '@deskbell/protocol/channel/shapes'
import { BotClient } from './bot.ts'
import { ChannelClient } from './channel.ts'
import { DeskError } from './error.ts'
import type { ClientOptions } from './http-client.ts'

interface Heard {
  method: string | undefined
  path: string | undefined
  headers: Record<string, unknown>
  body: string
}
type Script = { status: number; headers?: Record<string, string>; body?: string } | 'break' | 'hang'

/** A server that answers with the scripted responses, then with success. */
const heard: Heard[] = []
const script: Script[] = []
const server = createServer((request, response) => {
  void text(request).then((body) => {
    heard.push({ method: request.method, path: request.url, headers: request.headers, body })
    const next = script.shift() ?? { status: 200 }
    if (next === 'hang') return
    if (next === 'break') return void request.socket.destroy()
    const said = next.body ?? (request.method === 'GET' ? '1' : '{"result":"ok","id":"msg_1_7"}')
    response.writeHead(next.status, next.headers).end(said)
  })
})
let url: string
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  heard.length = 0
  script.length = 0
})

const waits: number[] = []
/** Does not wait, and records the requested waiting times. */
const patient: ClientOptions = {
  chance: () => 0.5,
  wait: (ms) => {
    waits.push(ms)
    return Promise.resolve()
  },
}
const channel = (more: ClientOptions = {}) => new ChannelClient(`${url}/random/PublicId12/`, { ...patient, ...more })
const bot = (more: object = {}, runtime: ClientOptions = {}) =>
  new BotClient(
    { url: `${url}/bot/`, providerId: 'helper', token: 'a/b', ...more },
    { ...patient, now: () => 1_700_000_000_900, ...runtime },
  )
const vera = { id: 'customer-324', name: 'Vera' }
const bodies = () => heard.map(({ body }) => JSON.parse(body) as Record<string, never>)

const problemOf = async (of: Promise<unknown>): Promise<DeskError> => {
  const error: unknown = await of.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof DeskError)
  return error
}

test('A3 the status is that of the channel, and an error when the server does not answer', async () => {
  script.push(
    { status: 200, body: '1' },
    { status: 200, body: '0' },
    { status: 404, body: '{"error":{"code":"channel_not_found","message":"No"}}' },
  )
  assert.equal(await channel().status(), 'online')
  assert.equal(await channel().status(), 'offline')
  const { status, code, message } = await problemOf(channel().status())
  assert.deepEqual([status, code, message], [404, 'channel_not_found', 'No'])
  script.push({ status: 200, body: '<!doctype html>' }, 'break')
  assert.match((await problemOf(channel().status())).message, /answered 200/)
  assert.equal((await problemOf(channel().status())).status, undefined)
  assert.throws(() => new ChannelClient('shop.test'), TypeError)
  assert.deepEqual(heard.map(({ method, path }) => `${method} ${path}`).slice(0, 1), ['GET /random/PublicId12/status'])
})

test('A5 A16 requests follow the interface: text, files, a location, typing', async () => {
  const client = channel()
  assert.deepEqual(await client.sendText(vera, 'Hello 👋', { id: 'mine-1' }), { result: 'ok', id: 'msg_1_7' })
  await client.sendMedia(
    { id: 7 },
    { type: 'photo', file: 'https://shop.test/a.png', file_name: 'a.png', file_size: 10, text: 'This' },
  )
  await client.sendMedia(vera, { type: 'location', latitude: 52.3, longitude: 4.8 })
  await client.typing('customer-324', true)
  await client.typing('customer-324', false)
  const [hello, photo, place, on, off] = bodies()
  assert.deepEqual(hello, { sender: vera, message: { type: 'text', text: 'Hello 👋', id: 'mine-1' } })
  for (const body of [hello, photo, place]) assert.ok(Value.Check(CustomerMessage, body))
  for (const body of [on, off]) assert.ok(Value.Check(CustomerTyping, body))
  assert.ok(heard.every(({ method, path }) => method === 'POST' && path === '/random/PublicId12'))
  assert.equal(new Set(heard.slice(0, 3).map(({ headers }) => headers['idempotency-key'])).size, 3)
})

test('A13 R11 an unanswered message is sent again unchanged with the same key', async () => {
  waits.length = 0
  script.push('break', { status: 503 }, { status: 500, body: '<html>' }, { status: 429 })
  await channel().sendText(vera, 'Once', { key: 'key-of-mine' })
  assert.equal(heard.length, 5)
  assert.deepEqual(new Set(heard.map(({ headers, body }) => `${String(headers['idempotency-key'])} ${body}`)).size, 1)
  assert.equal(heard[0]?.headers['idempotency-key'], 'key-of-mine')
  assert.deepEqual(waits, [1000, 2000, 4000, 8000])
})

test('A34 the client waits as long as the server asks for, up to a limit', async () => {
  waits.length = 0
  const asks = (after: string): Script => ({ status: 429, headers: { 'retry-after': after } })
  script.push(asks('3'), asks('7200'), asks('soon'), asks('0'))
  await channel({ longestWait: 20_000 }).sendText(vera, 'Hello')
  assert.deepEqual(waits, [3000, 20_000, 4000, 8000])
})

test('A6 a refused message is not sent again, and the error names the reason', async () => {
  script.push({
    status: 400,
    body: '{"error":{"code":"text_required","message":"message.text is required","field":"/message/text"}}',
  })
  const { status, code, field, message } = await problemOf(channel().sendText(vera, ''))
  assert.deepEqual([status, code, field, message], [400, 'text_required', '/message/text', 'message.text is required'])
  script.push({ status: 302, headers: { location: 'https://elsewhere.test/' } })
  assert.equal((await problemOf(channel().sendText(vera, 'x'))).status, 302)
  script.push({ status: 200, body: '<!doctype html>' })
  assert.match((await problemOf(channel().sendText(vera, 'x'))).message, /not the address of a Deskbell server/)
  for (const body of ['', 'null', '[]', '{"error":7}', '{"error":null}']) {
    script.push({ status: 422, body })
    assert.equal((await problemOf(channel().sendText(vera, 'x'))).code, '')
  }
  assert.equal(heard.length, 8)
})

test('R11 the number of attempts is limited, and an attempt that hangs is aborted', async () => {
  script.push('break', 'break', 'break')
  const broken = await problemOf(channel({ attempts: 3 }).sendText(vera, 'x'))
  assert.equal(broken.status, undefined)
  assert.ok(broken.cause)
  script.push('hang', { status: 503 })
  const hung = await problemOf(channel({ attempts: 2, timeout: 50 }).sendText(vera, 'x'))
  assert.equal(hung.status, 503)
  script.push('break')
  await channel().typing('customer-324', true)
  assert.equal(heard.length, 6, 'typing is tried once, and its failure is no error')
})

test('B1 B3 B4 requests of a bot follow the interface', async () => {
  const to = { chat_id: '12', client_id: '3' }
  await bot().text(to, 'On its way.')
  await bot().markdown(to, '**On** its way.', 'On its way.')
  await bot().buttons(to, 'Which?', [
    { id: 'a', text: 'This' },
    { id: 'b', text: 'That' },
  ])
  await bot().inviteAgent(to, { key: 'key-of-mine' })
  const [said, marked, asked, invited] = bodies()
  for (const body of [said, marked, asked]) assert.ok(Value.Check(BotMessageEvent, body))
  assert.ok(Value.Check(InviteAgentEvent, invited))
  assert.deepEqual(
    bodies().map((body) => understandBot(body).kind),
    ['message', 'message', 'message', 'invite'],
  )
  assert.equal((bodies()[0]!['message'] as unknown as { timestamp: number }).timestamp, 1_700_000_000)
  assert.ok(heard.every(({ path }) => path === '/bot/webhooks/helper/a%2Fb'))
  for (const { headers, body } of heard)
    assert.equal(headers['idempotency-key'], (JSON.parse(body) as { id: string }).id)
  assert.equal(heard[3]?.headers['idempotency-key'], 'key-of-mine')
})

test('B14 B16 the error of a refused request names the reason', async () => {
  script.push({ status: 403, body: '{"error":{"code":"invalid_request","message":"An agent is in this chat"}}' })
  const { status, code, message } = await problemOf(bot().text({ chat_id: '1', client_id: '1' }, 'Late'))
  assert.deepEqual([status, code, message], [403, 'invalid_request', 'An agent is in this chat'])
})

test('B15 B16 a bot fetches its token once, renews it a minute early and when it is refused', async () => {
  let now = 1_700_000_000_000
  const granted = (token: string): Script => {
    return { status: 200, body: JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600 }) }
  }
  const client = bot({ authorization: { clientId: 'client', secret: 'c:s' } }, { now: () => now })
  const to = { chat_id: '1', client_id: '1' }
  script.push(granted('first'))
  await Promise.all([client.text(to, 'a'), client.text(to, 'b'), client.inviteAgent(to)])
  assert.equal(heard[0]?.path, '/bot/oauth/token')
  assert.equal(heard[0].headers['authorization'], `Basic ${btoa('client:c%3As')}`)
  assert.equal(heard[0].body, 'grant_type=client_credentials')
  const used = () => heard.slice(1).map(({ path, headers }) => `${path} ${String(headers['authorization'])}`)
  assert.deepEqual(
    used(),
    Array.from({ length: 3 }, () => '/bot/providers/helper/a%2Fb Bearer first'),
  )

  now += 3_539_000
  await client.text(to, 'c')
  assert.match(used().at(-1)!, /first$/)
  now += 1000
  script.push(granted('second'))
  await client.text(to, 'd')
  assert.match(used().at(-1)!, /second$/)

  script.push({ status: 401, body: '{"error":{"code":"unauthorized_client","message":"Ended"}}' }, granted('third'))
  await client.text(to, 'e', { key: 'key-of-e' })
  assert.match(used().at(-1)!, /third$/)
  assert.equal(heard.at(-1)?.headers['idempotency-key'], 'key-of-e')
  const refusal: Script = { status: 401, body: '{"error":{"code":"unauthorized_client","message":"Ended"}}' }
  script.push(refusal, granted('fourth'), refusal)
  assert.equal((await problemOf(client.text(to, 'f'))).code, 'unauthorized_client')
})

test('B15 an unknown client receives the OAuth error', async () => {
  script.push({ status: 401, body: '{"error":"invalid_client","error_description":"Another secret"}' })
  const client = bot({ authorization: { clientId: 'client', secret: 'wrong' } })
  const { status, code, message } = await problemOf(client.text({ chat_id: '1', client_id: '1' }, 'a'))
  assert.deepEqual([status, code, message], [401, 'invalid_client', 'Another secret'])
  assert.equal(heard.length, 1)
})
