import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { verify } from '@deskbell/sdk'
import { PulledEvents, StreamGap } from '@deskbell/protocol/webhook/stream'
import { Webhook } from 'standardwebhooks'
import { Value } from 'typebox/value'
import { statement } from '../../src/db/statement.ts'
import { handClock } from '../clock.ts'
import { makePlace, testKinds } from '../db.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { soon } from '../channels/widget/soon.ts'
import { SECRET } from './hook.ts'
import { openStream, toHeaders, type Stream } from './reader.ts'

const removeEvents = statement('test_remove_events', 'delete from event where account_id = 1 and n <= $1')
const headStatement = statement('test_head', 'select events from account_number where account_id = 1')

/** A webhook without an address, and the token for its stream. */
async function makePulled(server: TestServer, more: object = {}): Promise<{ id: number; token: string }> {
  const ann = server.agent()
  const made = await ann.call('POST', '/webhooks', { url: null, name: 'Pull', secret: SECRET, ...more })
  assert.equal(made.status, 201, made.text)
  const id = Number(made.body['id'])
  const given = await ann.call('POST', `/webhooks/${id}/stream`)
  assert.equal(given.status, 201, given.text)
  return { id, token: String(given.body['token']) }
}

let customers = 0
/** A chat that is opened, accepted and closed, which makes two events. Returns its number. */
async function chats(server: TestServer): Promise<number> {
  const id = `c${++customers}`
  await server.visitor(id).writes('hello')
  const [chat] = (await server.agent().chats()).filter(({ visitor }) => visitor.id === id)
  await server.agent().accepts(chat?.id ?? 0)
  await server.agent().closes(chat?.id ?? 0)
  return chat?.id ?? 0
}
const head = async ({ services }: TestServer): Promise<number> =>
  (await services.db.query<{ events: number }>(headStatement, []))[0]?.events ?? 0
const ids = ({ frames }: Stream): number[] => frames.map(({ id }) => id)
const ask = (server: TestServer, token: string, query = '', headers: Record<string, string> = {}) =>
  server.ask(`/api/events${query}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...headers },
  })

for (const kind of testKinds())
  describe(`pulled events, ${kind}`, () => {
    let server: TestServer
    const open: Stream[] = []
    const opens = async (token: string, options = {}): Promise<Stream> => {
      const stream = await openStream(server.url, token, options)
      open.push(stream)
      return stream
    }
    before(async () => void (server = await startTestServer({ kind })))
    after(async () => {
      for (const stream of open) await stream.close()
      await server.close()
    })

    test('C20 T38 events arrive as they happen, signed; both verifiers accept them and reject a changed byte', async () => {
      const { token } = await makePulled(server)
      const stream = await opens(token)
      assert.equal(stream.response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
      const chat = await chats(server)
      await stream.until(() => stream.frames.length === 2)
      assert.deepEqual(
        stream.frames.map(({ event }) => event),
        ['chat_accepted', 'chat_finished'],
      )
      for (const { id, data, event } of stream.frames) {
        assert.equal(data.id, `evt_1_${id}`)
        const read = new Webhook(SECRET).verify(data.body, toHeaders(data)) as { event_name: string; chat_id: number }
        assert.deepEqual([read.event_name, read.chat_id], [event, chat])
        assert.equal((await verify({ headers: toHeaders(data), body: data.body }, SECRET)).event_name, event)
        const changed = data.body.replace('hello', 'hullo').replace('"Ann"', '"Bob"')
        await assert.rejects(verify({ headers: toHeaders(data), body: changed }, SECRET))
      }
      const [, finished] = stream.frames
      assert.match(finished?.data.body ?? '', /"plain_messages":"\[[^\]]+\] [^"]*hello/)
    })

    test('C19 a reader continues by after or by Last-Event-ID, with the same bytes', async () => {
      const { token } = await makePulled(server)
      const first = await opens(token, { after: 0 })
      await chats(server)
      const last = await head(server)
      await first.until(() => ids(first).includes(last))
      const cut = ids(first)[1] ?? 0
      await first.close()
      await chats(server)
      const end = await head(server)
      for (const options of [{ after: cut }, { lastEventId: String(cut) }, { after: cut, lastEventId: '0' }]) {
        const again = await opens(token, options)
        await again.until(() => ids(again).includes(end))
        assert.deepEqual(
          ids(again),
          Array.from({ length: end - cut }, (_, i) => cut + 1 + i),
        )
        const known = new Map(first.frames.map((frame) => [frame.id, frame.data.body]))
        for (const { id, data } of again.frames) if (known.has(id)) assert.equal(data.body, known.get(id))
        await again.close()
      }
      const now = await opens(token)
      assert.deepEqual(ids(now), [])
    })

    test('C21 a webhook’s stream has the events it subscribes to, and its own examples', async () => {
      const [finished, other] = [
        await makePulled(server, { events: ['chat_finished'] }),
        await makePulled(server, { events: ['offline_message'] }),
      ]
      const [one, two] = [await opens(finished.token), await opens(other.token)]
      await chats(server)
      const made = await server.agent().call('POST', `/webhooks/${other.id}/test`, { event: 'call_event' })
      assert.equal(made.status, 201, made.text)
      assert.deepEqual([made.body['state'], made.body['attempts']], ['cancelled', 0])
      assert.match(String(made.body['reason']), /stream/)
      await chats(server)
      await one.until(() => one.frames.length === 2)
      await two.until(() => two.frames.length === 1)
      assert.deepEqual(
        one.frames.map(({ event }) => event),
        ['chat_finished', 'chat_finished'],
      )
      assert.deepEqual(
        two.frames.map(({ event, id }) => [event, id]),
        [['call_event', made.body['event']]],
      )
      // A webhook with early requests gets the early event; the others get one when an agent accepts.
      const early = await makePulled(server, { events: ['chat_accepted'], askEarly: true })
      const usual = await makePulled(server, { events: ['chat_accepted'] })
      const [three, four] = [await opens(early.token), await opens(usual.token)]
      await chats(server)
      await three.until(() => three.frames.length === 2)
      await four.until(() => four.frames.length === 1)
      assert.deepEqual(
        three.frames.map(({ data }) => JSON.parse(data.body).agent.id > 0),
        [false, true],
      )
      assert.equal(four.frames[0]?.id, three.frames[1]?.id)
      await server.agent().call('DELETE', `/webhooks/${early.id}`)
    })

    test('C19 a gap is reported for deleted events, and for events that a restored database lacks', async () => {
      const { token } = await makePulled(server)
      await chats(server)
      const kept = await head(server)
      await server.services.db.query(removeEvents, [kept - 2])
      const late = await opens(token, { after: 1 })
      await late.until(() => late.frames.length === 3)
      const [gap, ...rest] = late.frames
      assert.equal(gap?.event, 'gap')
      assert.deepEqual(Value.Errors(StreamGap, gap?.data), [])
      assert.deepEqual(gap, { id: kept - 2, event: 'gap', data: { after: 1, from: kept - 1 } })
      assert.deepEqual(
        rest.map(({ id }) => id),
        [kept - 1, kept],
      )
      const ahead = await opens(token, { after: kept + 1000 })
      await ahead.until(() => ahead.frames.length === 1)
      assert.deepEqual(ahead.frames[0]?.data, { after: kept + 1000, from: kept + 1 })
      await chats(server)
      await ahead.until(() => ahead.frames.length === 3)
      // There is no gap for a reader that has seen all events.
      const whole = await opens(token, { after: kept })
      await whole.until(() => whole.frames.length === 2)
      assert.equal(whole.frames[0]?.event, 'chat_accepted')
      const pulled = (await ask(server, token, '?after=1')).body as unknown as { gap: object }
      assert.deepEqual(pulled.gap, { after: 1, from: kept - 1 })
    })

    test('C19 a client that polls gets JSON, a page at a time, and may wait for the first event', async () => {
      const { token } = await makePulled(server)
      const start = await head(server)
      const nothing = (await ask(server, token)).body as unknown as PulledEvents
      assert.deepEqual(nothing, { events: [], next: start, gap: null })
      for (let i = 0; i < 3; i++) await chats(server)
      const seen: number[] = []
      let next = start
      for (let page = 0; page < 3; page++) {
        const answer = await ask(server, token, `?after=${next}&limit=2`)
        const body = answer.body as unknown as PulledEvents
        assert.deepEqual(Value.Errors(PulledEvents, body), [])
        for (const { n, id, timestamp, signature, body: bytes } of body.events) {
          seen.push(n)
          new Webhook(SECRET).verify(bytes, toHeaders({ id, timestamp, signature, body: bytes }))
        }
        next = body.next
      }
      assert.deepEqual(
        seen,
        Array.from({ length: 6 }, (_, i) => start + 1 + i),
      )
      assert.equal(next, start + 6)
      const waiting = ask(server, token, `?after=${next}&wait=20`)
      await chats(server)
      const came = (await waiting).body as unknown as PulledEvents
      assert.equal(came.events[0]?.n, next + 1)
    })

    test('C19 the stream ends when its token is replaced or revoked, or the webhook is removed', async () => {
      const ann = server.agent()
      const { id, token } = await makePulled(server)
      const first = await opens(token)
      const next = String((await ann.call('POST', `/webhooks/${id}/stream`)).body['token'])
      await first.ended
      assert.equal((await ask(server, token)).status, 401)
      const second = await opens(next)
      assert.equal((await ann.call('DELETE', `/webhooks/${id}/stream`)).status, 204)
      await second.ended
      const third = await opens(String((await ann.call('POST', `/webhooks/${id}/stream`)).body['token']))
      assert.equal((await ann.call('DELETE', `/webhooks/${id}`)).status, 204)
      await third.ended
      await chats(server)
      assert.deepEqual([...first.frames, ...second.frames, ...third.frames], [])
    })

    test('C19 a token has at most five readers; a sixth ends the oldest', async () => {
      const { token } = await makePulled(server)
      const streams = []
      for (let i = 0; i < 6; i++) streams.push(await opens(token))
      await streams[0]?.ended
      await chats(server)
      for (const stream of streams.slice(1)) await stream.until(() => stream.frames.length === 2)
      assert.deepEqual(streams[0]?.frames, [])
    })

    test('T27 without a valid token there are no events, and guesses are limited', async () => {
      const { token } = await makePulled(server)
      for (const authorization of ['', 'Bearer', 'Bearer made-up', `Basic ${token}`, `Bearer ${token}x`]) {
        const answer = await server.ask('/api/events?after=0', {
          headers: authorization === '' ? {} : { authorization },
        })
        assert.equal(answer.status, 401, authorization)
        assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer /)
        assert.equal((answer.body['error'] as { code: string } | undefined)?.code, 'signed_out')
      }
      // An agent's session gives no access.
      const cookie = await server.agent().call('GET', '/events')
      assert.equal(cookie.status, 401)
      for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const answer = await server.ask('/api/events', { method, headers: { authorization: `Bearer ${token}` } })
        assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET'], method)
      }
      for (const query of ['?after=x', '?after=-1', '?after=1.5', '?after=9999999999999999', '?limit=501', '?wait=31'])
        assert.equal((await ask(server, token, query)).status, 400, query)
      const strict = await startTestServer({ kind, limits: { notFoundPerAddress: 0.33 } })
      try {
        const { token: good } = await makePulled(strict)
        const statuses = new Set<number>()
        for (let i = 0; i < 25; i++) statuses.add((await ask(strict, `guess-${i}`)).status)
        assert.deepEqual([...statuses], [401, 429])
        assert.equal((await ask(strict, good)).status, 200)
      } finally {
        await strict.close()
      }
    })

    test('T17 a token reads only the events of its own account', async () => {
      const { token } = await makePulled(server)
      await chats(server)
      const { events } = (await ask(server, token, '?after=0')).body as unknown as PulledEvents
      assert.ok(events.length > 0 && events.every(({ id }) => id.startsWith('evt_1_')))
    })
  })

test('C19 an idle stream sends a comment every 15 seconds, and finds events without a wake', async (t) => {
  const clock = handClock()
  const server = await startTestServer({ clock })
  t.after(() => server.close())
  const { id, token } = await makePulled(server)
  const stream = await openStream(server.url, token)
  await clock.move(45_000)
  await stream.until(() => stream.comments >= 4)
  // Examples cause no wake.
  const made = server.agent().call('POST', `/webhooks/${id}/test`, { event: 'chat_accepted' })
  await made
  await clock.move(4000)
  await soon(async () => {
    await clock.move(2000)
    return stream.frames.length === 1
  })
  assert.equal(stream.frames[0]?.event, 'chat_accepted')
  await stream.close()
})

test('C19 a server that closes ends its readers', async () => {
  const server = await startTestServer()
  const { token } = await makePulled(server)
  const stream = await openStream(server.url, token)
  const waiting = ask(server, token, '?wait=30')
  // By then the reader is connected.
  for (let i = 0; i < 3; i++) await ask(server, token)
  await server.close()
  await stream.ended
  assert.equal((await waiting).status, 200)
})

test(
  'C19 while two processes commit, every reader gets every event once, in order',
  { skip: !testKinds().includes('server') },
  async () => {
    const place = await makePlace('server')
    const one = await startTestServer({ kind: 'server', place })
    const two = await startTestServer({ kind: 'server', place })
    const streams: Stream[] = []
    try {
      const { token } = await makePulled(one)
      await two.services.directory.refresh()
      streams.push(await openStream(one.url, token), await openStream(two.url, token, { after: 0 }))
      await Promise.all(Array.from({ length: 30 }, (_, i) => chats(i % 2 ? one : two)))
      const last = await head(one)
      assert.equal(last, 60)
      const all = Array.from({ length: last }, (_, i) => i + 1)
      for (const stream of streams) {
        await stream.until(() => stream.frames.length >= last)
        assert.deepEqual(ids(stream), all)
      }
    } finally {
      for (const stream of streams) await stream.close()
      await two.stop()
      await one.close()
    }
  },
)
