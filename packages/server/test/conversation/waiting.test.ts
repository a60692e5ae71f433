import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { statement } from '../../src/db/statement.ts'
import { atRest } from '../at-rest.ts'
import { handClock } from '../clock.ts'
import { makePlace, testKinds, type DbKind } from '../db.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { ANN, BOB, startTestServer, tokenOf, type TestServer } from '../test-server.ts'

const HOUR = 3_600_000
const uploadRows = statement('test_waiting_uploads', 'select entry_n from file where id = any($1::text[])')

/** A server whose owner Ann holds chat 1, and the integrator that gets her messages. */
async function start(t: TestContext, kind: DbKind) {
  const [place, clock, integrator] = [await makePlace(kind), handClock(), await startIntegratorServer()]
  const options = { kind, place, clock, channel: { serverUrl: `${integrator.url}/chat` } }
  const server = await startTestServer(options)
  t.after(() => server.close())
  t.after(() => integrator.close())
  const visitor = server.visitor('v1', { name: 'Vera' })
  await visitor.writes('Hello')
  await server.agent().accepts(1)
  /** Lets time pass in steps of the timers' poll, whose queries take real time. */
  const pass = async (ms: number, running: TestServer = server) => {
    for (let left = ms; left > 0; left -= 1000) {
      await clock.move(Math.min(left, 1000))
      await atRest([running], [integrator])
    }
  }
  const ann = server.agent()
  const post = (path: string, body: object = {}, headers = {}) => ann.call('POST', `/chats/1/${path}`, body, headers)
  const texts = () => integrator.requests.map(({ body }) => JSON.parse(body).message.text as string)
  const types = async (after = 2) => (await ann.entries(1, after)).map(({ type }) => type)
  const restart = async () => {
    await server.stop()
    const next = await startTestServer(options)
    t.after(() => next.stop())
    return next
  }
  return { clock, server, visitor, ann, pass, post, texts, types, restart }
}

for (const kind of testKinds())
  suite(`messages that wait, ${kind}`, () => {
    test('a held message is on disk at once, can be taken back, and is sent after its time', async (t) => {
      const { ann, clock, pass, post, texts, types } = await start(t, kind)
      const first = await post('scheduled', { text: 'Oops', hold: 5000 })
      assert.deepEqual([first.status, first.body], [200, { n: 3 }])
      const [waiting] = (await ann.chat(1)).scheduled ?? []
      const agent = { id: 1, name: 'Ann' }
      const { id, ...rest } = waiting ?? {}
      assert.deepEqual(rest, { n: 3, text: 'Oops', due: clock.now() + 5000, hold: true, agent })
      const back = await ann.call('DELETE', `/chats/1/scheduled/${id}`)
      assert.deepEqual([back.status, back.body['scheduled']], [200, undefined])
      await post('scheduled', { text: 'Better', hold: 5000 })
      await pass(4000)
      assert.deepEqual(texts(), [])
      await pass(2000)
      assert.deepEqual(texts(), ['Better'])
      assert.deepEqual(await types(), [
        'message.scheduled',
        'message.unscheduled',
        'message.scheduled',
        'message',
        'message.delivered',
      ])
      assert.equal((await ann.call('DELETE', `/chats/1/scheduled/${id}`)).status, 409)
    })

    test('files wait with their message, are sent with it, and can be sent again when it was taken back', async (t) => {
      const { server, ann, clock, pass, post, texts } = await start(t, kind)
      const upload = async (name: string, email = ANN) => {
        const body = new FormData()
        body.set('file', new Blob([`in ${name}`]), name)
        const headers = { authorization: `Bearer ${tokenOf(email)}` }
        const answer = await server.ask('/api/chats/1/uploads', { method: 'POST', headers, body })
        assert.equal(answer.status, 200, answer.text)
        return String(answer.body['file'])
      }
      const files = [await upload('a.txt'), await upload('b.txt')]
      const key = { 'idempotency-key': 'k1' }
      const first = await post('scheduled', { text: 'both', hold: 5000, attachments: files }, key)
      assert.equal(first.status, 200, first.text)
      assert.deepEqual(
        (await post('scheduled', { text: 'both', hold: 5000, attachments: files }, key)).body,
        first.body,
      )
      const [waiting] = (await ann.chat(1)).scheduled ?? []
      assert.deepEqual(
        waiting?.attachments,
        files.map((file, i) => ({ kind: 'document', file, name: `${'ab'[i]}.txt`, size: 8, mime: 'text/plain' })),
      )
      await ann.call('DELETE', `/chats/1/scheduled/${waiting?.id}`)
      const later = await post('scheduled', { attachments: files, at: clock.now() + 30_000 })
      assert.equal(later.status, 200, later.text)
      // The sweep leaves uploads that belong to an entry.
      const rows = await server.services.db.query<{ entry_n: number | null }>(uploadRows, [files])
      assert.deepEqual(
        rows.map(({ entry_n: n }) => n),
        [3, 3],
      )
      await pass(32_000)
      assert.deepEqual(texts().filter(Boolean), [])
      const sent = (await ann.entries(1, 2)).flatMap((entry) =>
        entry.type === 'message' ? entry.attachments.map(({ name, state }) => [name, state]) : [],
      )
      assert.deepEqual(sent, [
        ['a.txt', 'stored'],
        ['b.txt', 'stored'],
      ])
    })

    test('an answer does not overtake a held message, and its number is its own', async (t) => {
      const { server, ann, pass, post, texts } = await start(t, kind)
      await post('scheduled', { text: 'First', hold: 30_000 })
      const n = await ann.writes(1, 'Second')
      const entry = (await ann.entries(1)).find((one) => one.n === n)
      assert.equal(entry?.type === 'message' && entry.text, 'Second')
      await server.settled()
      await pass(1000)
      assert.deepEqual(texts(), ['First', 'Second'])
    })

    test('a repeated request schedules once', async (t) => {
      const { ann, post } = await start(t, kind)
      const twice = [0, 1].map(() => post('scheduled', { text: 'Once', hold: 5000 }, { 'idempotency-key': 'k' }))
      const [one, other] = await Promise.all(twice)
      assert.deepEqual(one?.body, other?.body)
      assert.equal((await ann.chat(1)).scheduled?.length, 1)
    })

    test('a message for later survives a restart, a visitor’s message marks it, and it can be sent now', async (t) => {
      const { clock, visitor, ann, pass, post, texts, restart } = await start(t, kind)
      for (const text of ['In an hour', 'Tomorrow'])
        await post('scheduled', { text, at: clock.now() + (text === 'Tomorrow' ? 24 : 1) * HOUR })
      await visitor.writes('Are you there?')
      const scheduled = (await ann.chat(1)).scheduled ?? []
      assert.deepEqual(
        scheduled.map(({ visitorWrote }) => visitorWrote),
        [true, true],
      )
      const now = await post(`scheduled/${scheduled[1]?.id}/send`)
      assert.equal(now.status, 200)
      await pass(1000)
      assert.deepEqual(texts(), ['Tomorrow'])
      const next = await restart()
      await clock.jump(HOUR)
      await pass(2000, next)
      assert.deepEqual(texts(), ['Tomorrow', 'In an hour'])
      assert.equal((await next.agent().chat(1)).scheduled, undefined)
    })

    test('closing sends what is held and cancels the rest, blocking cancels all', async (t) => {
      const { clock, ann, server, post, pass, texts, types } = await start(t, kind)
      await post('scheduled', { text: 'Bye', hold: 30_000 })
      await post('scheduled', { text: 'How was it?', at: clock.now() + HOUR })
      await ann.closes(1)
      await pass(1000)
      assert.deepEqual(texts(), ['Bye'])
      assert.deepEqual((await types(4)).slice(0, 3), ['message', 'message.unscheduled', 'chat.closed'])
      await server.visitor('v2').writes('Spam')
      await ann.accepts(2)
      await ann.call('POST', '/chats/2/scheduled', { text: 'Hm', hold: 30_000 })
      await ann.call('POST', '/chats/2/block')
      await pass(32_000)
      assert.deepEqual(texts(), ['Bye'])
    })

    test('limits are refused with the name of the field', async (t) => {
      const { clock, post } = await start(t, kind)
      const refused: [body: object, field: string][] = [
        [{ text: 'x' }, '/at'],
        [{ text: ' ', hold: 5 }, '/text'],
        [{ text: 'x', hold: 0 }, '/hold'],
        [{ text: 'x', hold: 30_001 }, '/hold'],
        [{ text: 'x', hold: 5, at: clock.now() + HOUR }, '/hold'],
        [{ text: 'x', at: clock.now() }, '/at'],
        [{ text: 'x', at: clock.now() + 91 * 24 * HOUR }, '/at'],
        [{ text: 'x', hold: 5, attachments: ['f'] }, '/attachments/0'],
        [{ text: 'x', hold: 5, attachments: ['a'.repeat(22)] }, '/attachments/0'],
        [{ hold: 5 }, '/text'],
      ]
      for (const [body, field] of refused) {
        const answer = await post('scheduled', body)
        assert.equal(answer.status, 400, JSON.stringify(body))
        assert.equal((answer.body as unknown as { error: { field?: string } }).error.field, field)
      }
      for (let i = 0; i < 20; i++)
        assert.equal((await post('scheduled', { text: 'x', at: clock.now() + HOUR })).status, 200)
      const full = await post('scheduled', { text: 'x', at: clock.now() + HOUR })
      assert.equal(full.status, 409)
      assert.match(full.text, /too_many_scheduled/)
    })
  })

for (const kind of testKinds())
  suite(`chats that wait, ${kind}`, () => {
    test('a snoozed chat leaves the list, and wakes at its time as unread, also after a restart', async (t) => {
      const { clock, ann, pass, post, restart } = await start(t, kind)
      await ann.call('POST', '/chats/1/read', { n: 2, received: 1 })
      const until = clock.now() + HOUR
      assert.deepEqual((await post('snooze', { until })).body['snoozed'], { until, agent: { id: 1, name: 'Ann' } })
      assert.deepEqual(await ann.chats('?view=mine'), [])
      assert.deepEqual(
        (await ann.chats('?view=snoozed')).map(({ id }) => id),
        [1],
      )
      assert.deepEqual(
        (await ann.chats('?view=all')).map(({ id }) => id),
        [1],
      )
      const next = await restart()
      await clock.jump(HOUR)
      await pass(2000, next)
      const [woken] = await next.agent().chats('?view=mine')
      assert.equal(woken?.snoozed, undefined)
      assert.equal(woken?.woken, 4)
      assert.ok((woken?.read ?? 0) < 4, 'unread')
      assert.deepEqual(
        (await next.agent().entries(1, 2)).map(({ type }) => type),
        ['chat.snoozed', 'chat.woken'],
      )
    })

    test('a message wakes a chat that is snoozed for it, and an agent wakes it too', async (t) => {
      const { ann, visitor, post, types } = await start(t, kind)
      assert.equal((await post('snooze', { until: null })).status, 200)
      await visitor.writes('Now')
      assert.deepEqual(await types(), ['chat.snoozed', 'chat.woken', 'message'])
      assert.equal((await ann.chats('?view=mine')).length, 1)
      await post('snooze', { until: null })
      assert.equal((await post('wake')).body['snoozed'], undefined)
      for (const until of [0, 'soon', undefined])
        assert.equal((await post('snooze', { until })).status, 400, String(until))
    })

    test('a chat is handed to a colleague, who must see it', async (t) => {
      const { server, ann, post, types } = await start(t, kind)
      const given = await post('hand-over', { to: 2 })
      assert.deepEqual(given.body['agent'], { id: 2, name: 'Bob' })
      assert.deepEqual(await types(), ['chat.handed', 'agent.joined'])
      assert.equal((await server.agent(BOB).call('POST', '/chats/1/hand-over', { to: 99 })).status, 400)
      assert.equal((await ann.call('PATCH', '/channels/1', { agents: [1] })).status, 200)
      await post('hand-over', { to: 1 })
      const unseen = await post('hand-over', { to: 2 })
      assert.equal(unseen.status, 400)
      assert.match(unseen.text, /\/to/)
    })
  })
