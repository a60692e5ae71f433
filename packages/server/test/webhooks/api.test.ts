import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Delivery, DeliveryWithAttempts } from '@deskbell/protocol/agent/channel'
import type { Webhook } from '@deskbell/protocol/agent/webhook'
import { EVENT_NAMES } from '@deskbell/protocol/webhook/events'
import { Webhook as Verifier } from 'standardwebhooks'
import { addAgent } from '../agent-api/servers.ts'
import { testKinds } from '../db.ts'
import { BOB, PUBLIC_ID, startTestServer, type TestServer } from '../test-server.ts'
import { startIntegratorServer, type IntegratorServer } from '../integrator-server.ts'
import { soon } from '../channels/widget/soon.ts'
import { SECRET, toCrm, type Crm } from './hook.ts'

for (const kind of testKinds())
  describe(`webhook settings, ${kind}`, () => {
    let server: TestServer
    let crm: Crm
    const log: string[] = []
    before(async () => {
      server = await startTestServer({ kind, onLog: (line) => log.push(line) })
    })
    let servers: IntegratorServer[] = []
    async function receiver(): Promise<Crm> {
      const integrator = await startIntegratorServer()
      servers.push(integrator)
      return toCrm(integrator)
    }
    beforeEach(async () => void (crm = await receiver()))
    afterEach(async () => {
      for (const { id } of server.services.directory.webhooks(1)) await call('DELETE', `/webhooks/${id}`)
      for (const integrator of servers) await integrator.close()
      servers = []
    })
    after(() => server.close())

    const call = (method: string, path: string, body?: unknown) => server.agent().call(method, path, body)
    async function makes(more: object = {}): Promise<Webhook> {
      const made = await call('POST', '/webhooks', { url: `${crm.url}/hook`, secret: SECRET, ...more })
      assert.equal(made.status, 201, made.text)
      return made.body as unknown as Webhook
    }
    const read = async (id: number): Promise<Webhook> =>
      (await call('GET', `/webhooks/${id}`)).body as unknown as Webhook
    const delivery = async (id: number): Promise<DeliveryWithAttempts> =>
      (await call('GET', `/deliveries/${id}`)).body as unknown as DeliveryWithAttempts
    async function tries(id: number, event: string): Promise<Delivery> {
      const answer = await call('POST', `/webhooks/${id}/test`, { event })
      assert.equal(answer.status, 201, answer.text)
      return answer.body as unknown as Delivery
    }
    const ends = (id: number) => soon(async () => (await delivery(id)).finishedAt !== null)
    let customers = 0
    async function begins(): Promise<number> {
      const id = `${kind} ${++customers}`
      await server.visitor(id).writes('hello')
      return (await server.agent().chats()).find(({ visitor }) => visitor.id === id)?.id ?? 0
    }

    test('C21 a webhook is added, read, changed and removed', async () => {
      const made = await makes({ events: ['chat_finished'], askEarly: true })
      assert.deepEqual(made, {
        id: made.id,
        name: new URL(crm.url).host,
        url: `${crm.url}/hook`,
        events: ['chat_finished'],
        askEarly: true,
        secret: SECRET,
        previousSecretUntil: null,
        stream: false,
        state: 'active',
        failing: null,
        waiting: 0,
        createdAt: made.createdAt,
      })
      assert.deepEqual(await read(made.id), made)
      const changed = await call('PATCH', `/webhooks/${made.id}`, { name: 'CRM', events: ['chat_accepted'] })
      assert.deepEqual(changed.body, { ...made, name: 'CRM', events: ['chat_accepted'] })
      const given = await call('POST', `/webhooks/${made.id}/stream`)
      assert.match(String(given.body['token']), /^dbs_[A-Za-z0-9]{40}$/)
      assert.equal((await read(made.id)).stream, true)
      await call('DELETE', `/webhooks/${made.id}/stream`)
      assert.equal((await read(made.id)).stream, false)
      const list = (await call('GET', '/webhooks')).body['webhooks'] as unknown as Webhook[]
      assert.deepEqual(
        list.filter(({ id }) => id === made.id),
        [await read(made.id)],
      )
      assert.equal((await call('DELETE', `/webhooks/${made.id}`)).status, 204)
      assert.equal((await call('GET', `/webhooks/${made.id}`)).status, 404)
    })

    test('C21 an error names the field and what is allowed', async () => {
      const { id } = await makes()
      const wrong: [string, string, object, string][] = [
        ['POST', '/webhooks', {}, '/url'],
        ['POST', '/webhooks', { url: 'crm.test' }, '/url'],
        ['POST', '/webhooks', { url: 'http://10.0.0.1/hook' }, '/url'],
        ['POST', '/webhooks', { url: null, secret: 'whsec_short' }, '/secret'],
        ['POST', '/webhooks', { url: null, events: [] }, '/events'],
        ['POST', '/webhooks', { url: null, events: ['chat_opened'] }, '/events/0'],
        ['POST', '/webhooks', { url: null, events: ['chat_finished', 'chat_finished'] }, '/events'],
        ['POST', '/webhooks', { url: null, name: ' ' }, '/name'],
        ['POST', '/webhooks', { url: null, state: 'paused' }, '/state'],
        ['PATCH', `/webhooks/${id}`, { url: '/hook' }, '/url'],
        ['PATCH', `/webhooks/${id}`, { state: 'disabled' }, '/state'],
        ['PATCH', `/webhooks/${id}`, { secret: SECRET }, '/secret'],
        ['POST', `/webhooks/${id}/test`, { event: 'chat_opened' }, '/event'],
        ['POST', `/webhooks/${id}/replay`, {}, '/from'],
        ['POST', `/webhooks/${id}/replay`, { from: 2, to: 1 }, '/from'],
        ['POST', `/webhooks/${id}/replay`, { from: 10 ** 14 }, '/from'],
      ]
      for (const [method, path, body, field] of wrong) {
        const answer = await call(method, path, body)
        const title = `${method} ${path} ${JSON.stringify(body)}: ${answer.text}`
        assert.equal(answer.status, 400, title)
        assert.equal((answer.body['error'] as { field: string } | undefined)?.field, field, title)
      }
    })

    test('C21 each of several webhooks gets the events it subscribes to', async () => {
      const other = await receiver()
      await makes({ events: ['chat_accepted'] })
      await makes({ url: `${other.url}/hook`, events: ['chat_finished', 'chat_accepted'] })
      const chat = await begins()
      await server.agent().accepts(chat)
      await server.agent().closes(chat)
      await other.nextEvent('chat_finished')
      await other.nextEvent('chat_accepted')
      await crm.nextEvent('chat_accepted')
      await server.settled()
      assert.deepEqual([crm.names(), other.names().toSorted()], [['chat_accepted'], ['chat_accepted', 'chat_finished']])
    })

    test('C20 after a rotation both secrets sign for 24 hours, and the answer has the new one', async () => {
      const { id } = await makes({ events: ['chat_accepted'] })
      const rotated = (await call('POST', `/webhooks/${id}/secret`)).body as unknown as Webhook
      assert.notEqual(rotated.secret, SECRET)
      assert.ok((rotated.previousSecretUntil ?? 0) > server.clock.now() + 23 * 3600 * 1000)
      await tries(id, 'chat_accepted')
      const { request } = await crm.nextEvent('chat_accepted')
      const headers = Object.fromEntries(
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, request.header(name) ?? '']),
      )
      for (const secret of [SECRET, rotated.secret]) new Verifier(secret).verify(request.body, headers)
    })

    for (const event of EVENT_NAMES)
      test(`C21 the test button sends an example of ${event}, by its schema`, async () => {
        const { id } = await makes({ events: ['chat_accepted'] })
        const made = await tries(id, event)
        assert.deepEqual([made.kind, made.webhook, made.chat, made.replayOf], [event, id, null, null])
        // Throws when the event does not match its schema.
        const { request, event: told } = await crm.nextEvent(event)
        assert.equal(told.widget_id, PUBLIC_ID)
        assert.equal(request.header('webhook-id'), `evt_1_${made.event}`)
        await ends(made.id)
        const shown = await delivery(made.id)
        assert.deepEqual([shown.state, shown.attempts, shown.body], ['done', 1, request.body])
      })

    test('C21 an example is sent to a paused and a disabled webhook, once, and does not change its health', async () => {
      const { id } = await makes()
      await call('PATCH', `/webhooks/${id}`, { state: 'paused' })
      await ends((await tries(id, 'chat_finished')).id)
      assert.equal(crm.requests.length, 1)
      crm.fails(1, 503)
      const failed = await tries(id, 'chat_finished')
      await ends(failed.id)
      const end = await delivery(failed.id)
      assert.deepEqual([end.state, end.attempts, end.reason], ['failed', 1, 'it answered 503'])
      crm.fails(1, 410)
      await ends((await tries(id, 'chat_finished')).id)
      const paused = await read(id)
      assert.deepEqual([paused.state, paused.failing, paused.waiting], ['paused', null, 0])
      await call('PATCH', `/webhooks/${id}`, { state: 'active', events: ['chat_accepted'] })
      crm.fails(1, 410)
      await server.agent().accepts(await begins())
      await soon(async () => (await read(id)).state === 'disabled')
      const before = crm.requests.length
      await ends((await tries(id, 'chat_accepted')).id)
      assert.equal(crm.requests.length, before + 1)
      const disabled = await read(id)
      assert.equal(disabled.state, 'disabled')
      assert.match(disabled.failing?.reason ?? '', /410/)
    })

    test('C21 an example is sent to one webhook only', async () => {
      const other = await receiver()
      const { id } = await makes()
      const { id: another } = await makes({ url: `${other.url}/hook` })
      const { event } = await tries(id, 'offline_message')
      await crm.nextEvent('offline_message')
      await call('POST', `/webhooks/${another}/replay`, { from: 0, only: 'all' })
      await server.settled()
      assert.ok(other.requests.every((request) => request.header('webhook-id') !== `evt_1_${event}`))
      await call('DELETE', `/webhooks/${another}`)
    })

    test('C19 events wait for a paused webhook, are counted, and are sent when it is resumed', async () => {
      const { id } = await makes({ events: ['chat_accepted', 'chat_finished'] })
      await call('PATCH', `/webhooks/${id}`, { state: 'paused' })
      const chat = await begins()
      await server.agent().accepts(chat)
      await server.agent().closes(chat)
      await soon(async () => (await read(id)).waiting === 2)
      assert.equal(crm.requests.length, 0)
      await call('PATCH', `/webhooks/${id}`, { state: 'active' })
      await crm.nextEvent('chat_finished')
      assert.deepEqual(crm.names(), ['chat_accepted', 'chat_finished'])
      await soon(async () => (await read(id)).waiting === 0)
    })

    test('T23 T18 an agent cannot read webhooks or their secrets', async () => {
      const { id } = await makes({ name: 'Sealed name' })
      const token = String((await call('POST', `/webhooks/${id}/stream`)).body['token'])
      const { id: sent } = await tries(id, 'chat_accepted')
      await crm.nextEvent('chat_accepted')
      const bob = server.agent(BOB)
      const live = await bob.connects()
      for (const path of [
        '/webhooks',
        `/webhooks/${id}`,
        `/webhooks/${id}/deliveries`,
        '/deliveries',
        `/deliveries/${sent}`,
      ])
        assert.equal((await bob.call('GET', path)).status, 403, path)
      await call('PATCH', `/webhooks/${id}`, { name: 'Sealed, too' })
      live.send({ type: 'ping' })
      await live.sees((frame) => frame.type === 'pong')
      assert.doesNotMatch(JSON.stringify(live.frames), /webhook|Sealed|hook/)
      live.close()
      const admin = await addAgent(server, `${kind}@admin.test`, 'admin')
      const seen = await admin.connects()
      await call('PATCH', `/webhooks/${id}`, { name: 'Known' })
      await seen.sees((frame) => frame.type === 'stale' && frame.what === 'webhooks')
      seen.close()
      // The token is returned once, and neither it nor the secret is in a log or, unencrypted, in the database.
      const attempts = (await call('GET', `/deliveries/${sent}`)).text
      const rows = await server.services.db.query(
        { name: 'test_webhook_rows', text: 'select w::text as row from webhook w' },
        [],
      )
      for (const secret of [SECRET.slice(6), token])
        for (const text of [attempts, JSON.stringify(rows), log.join('\n')]) assert.ok(!text.includes(secret))
      assert.ok(!(await call('GET', `/webhooks/${id}`)).text.includes(token))
    })
  })
