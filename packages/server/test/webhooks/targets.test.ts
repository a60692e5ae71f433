import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { DeliveryWithAttempts } from '@deskbell/protocol/agent/channel'
import { statement } from '../../src/db/statement.ts'
import { makeGuard } from '../../src/deliveries/http/guard.ts'
import { makeSender } from '../../src/deliveries/http/send.ts'
import { makePostEvent } from '../../src/webhooks/post.ts'
import { realClock } from '../../src/platform/clock.ts'
import { rereadSettings } from '../changed-settings.ts'
import { makePlace, testKinds } from '../db.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { startIntegratorServer, type IntegratorServer } from '../integrator-server.ts'
import { forbiddenNames, forbiddenUrls, NAMES } from '../targets.ts'
import { soon } from '../channels/widget/soon.ts'
import { SECRET, startWithCrm } from './hook.ts'

const plant = statement('test_plant_url', 'update webhook set url = $2 where account_id = 1 and id = $1')

for (const kind of testKinds())
  describe(`forbidden addresses of webhooks, ${kind}`, () => {
    let server: TestServer
    let crm: IntegratorServer
    let canary: IntegratorServer
    const ID = 1
    before(async () => {
      canary = await startIntegratorServer()
      crm = await startIntegratorServer()
      // The address was allowed when it was saved and is forbidden now.
      const place = await makePlace(kind)
      const webhooks = [{ url: `${crm.url}/hook`, secret: SECRET }]
      const first = await startTestServer({ kind, place, webhooks })
      await first.visitor('before').writes('hello')
      await first.agent().accepts(1)
      await crm.receives('chat_accepted')
      await first.settled()
      await first.stop()
      server = await startTestServer({ kind, place, env: { ALLOW_TARGETS: '' } }).catch(async (error: unknown) => {
        await place.drop()
        throw error
      })
    })
    after(async () => {
      await server?.close()
      await crm.close()
      await canary.close()
    })

    const call = (method: string, path: string, body?: unknown) => server.agent().call(method, path, body)
    /** Writes the row directly, as a restored backup would, without the checks of the API. */
    async function plants(url: string): Promise<void> {
      await server.services.db.query(plant, [ID, url])
      await rereadSettings(server)
    }
    const read = async (id: number): Promise<DeliveryWithAttempts> =>
      (await call('GET', `/deliveries/${id}`)).body as unknown as DeliveryWithAttempts
    /** The first attempt of a requested delivery. */
    async function attempted(id: number): Promise<DeliveryWithAttempts> {
      await soon(async () => (await read(id)).attempts > 0, 10_000)
      return read(id)
    }
    async function tries(): Promise<DeliveryWithAttempts> {
      const made = await call('POST', `/webhooks/${ID}/test`, { event: 'chat_accepted' })
      assert.equal(made.status, 201, made.text)
      return attempted(Number(made.body['id']))
    }

    test('T13 C21 each address is refused when a webhook is added or changed', async () => {
      const urls = forbiddenUrls(canary.port)
      assert.ok(urls.length >= 70)
      for (const url of [...urls, 'http://crm.test/hook', 'http://93.184.216.34/hook'])
        for (const [method, path] of [
          ['POST', '/webhooks'],
          ['PATCH', `/webhooks/${ID}`],
        ] as const) {
          const answer = await call(method, path, { url })
          assert.equal(answer.status, 400, `${method} ${url} ${answer.text}`)
          assert.equal((answer.body['error'] as { field: string } | undefined)?.field, '/url')
        }
      assert.match((await call('POST', '/webhooks', { url: 'http://crm.test/hook' })).text, /must be reached by https/)
      assert.equal((await call('GET', '/webhooks')).text.includes(String(canary.port)), false)
      assert.equal(canary.connections(), 0)
    })

    test('T13 C21 the test button connects to no internal address, in any spelling', async () => {
      const urls = forbiddenUrls(canary.port)
      for (const url of urls) {
        await plants(url)
        const { state, attempts, attemptList } = await tries()
        assert.deepEqual([state, attempts, attemptList[0]?.status], ['failed', 1, null], url)
      }
      assert.equal(canary.connections(), 0)
    })

    test('T13 an address that is no longer allowed gets no event, no manual retry and no range', async () => {
      const connections = crm.connections()
      await plants(`${crm.url}/hook`)
      const [sent] = (await call('GET', `/webhooks/${ID}/deliveries?state=done`)).body['deliveries'] as unknown as {
        id: number
      }[]
      const again = await call('POST', `/deliveries/${sent?.id}/replay`)
      assert.equal(again.status, 201, again.text)
      const one = await attempted(Number(again.body['id']))
      assert.match(one.reason ?? '', /127\.0\.0\.1/)
      await server.visitor('now').writes('hello')
      await server.agent().accepts(2)
      const deliveries = async () =>
        (await call('GET', `/webhooks/${ID}/deliveries?chat=2`)).body['deliveries'] as unknown as { id: number }[]
      await soon(async () => (await deliveries()).length > 0)
      assert.match((await attempted((await deliveries())[0]?.id ?? 0)).reason ?? '', /127\.0\.0\.1/)
      // Unfinished deliveries are not part of a range, so a new webhook with the same address is used.
      const { id } = (await call('POST', '/webhooks', { url: 'https://93.184.216.34/hook' })).body as unknown as {
        id: number
      }
      await server.services.db.query(plant, [id, `http://127.0.0.1:${canary.port}/`])
      await rereadSettings(server)
      const range = await call('POST', `/webhooks/${id}/replay`, { from: 0 })
      assert.ok(Number(range.body['deliveries']) >= 2, range.text)
      const queued = async () =>
        (await call('GET', `/webhooks/${id}/deliveries`)).body['deliveries'] as unknown as DeliveryWithAttempts[]
      await soon(async () => (await queued()).some(({ attempts }) => attempts > 0))
      for (const { reason } of await queued()) assert.ok(reason === null || /127\.0\.0\.1/.test(reason), reason ?? '')
      assert.deepEqual([crm.connections(), canary.connections()], [connections, 0])
    })

    test('T13 a redirect of a receiver is not followed', async () => {
      const open = await startWithCrm({ kind })
      try {
        open.crm.redirects(307, `${canary.url}/x`)
        const made = await open.server.agent().call('POST', '/webhooks/1/test', { event: 'chat_accepted' })
        const look = async () =>
          (await open.server.agent().call('GET', `/deliveries/${String(made.body['id'])}`))
            .body as unknown as DeliveryWithAttempts
        await soon(async () => (await look()).finishedAt !== null)
        assert.equal((await look()).reason, 'it answered 307')
        assert.equal(canary.connections(), 0)
      } finally {
        await open.close()
      }
    })
  })

test('T13 the server does not connect to a name that resolves to an internal address, now or at the next lookup', async (t) => {
  const canary = await startIntegratorServer()
  t.after(() => canary.close())
  let looks = 0
  const lookup = async (host: string) => NAMES[host] ?? (looks++ === 0 ? ['93.184.216.34'] : ['127.0.0.1'])
  const guard = makeGuard({ lookup, ports: [canary.port] })
  assert.ok(guard.checkUrl(`https://rebind.test:${canary.port}/`, 'webhook').ok)
  assert.equal((await lookup('rebind.test'))[0], '93.184.216.34')
  const sender = makeSender({ guard, clock: realClock, userAgent: 'Deskbell/0.1.0' })
  t.after(() => sender.close())
  const post = makePostEvent({ sender, clock: realClock })
  for (const name of [...forbiddenNames(canary.port), `http://rebind.test:${canary.port}/`]) {
    // https, as it would be saved: names are not allowed with plain http.
    const url = name.replace('http:', 'https:')
    const webhook = { accountId: 1, id: 1, name: '', url, secrets: [SECRET], previousSecretUntil: null, stream: false }
    const state = { events: new Set<never>(), askEarly: false, state: 'active', failing: null, createdAt: 0 } as const
    const { answer } = await post({ ...webhook, ...state }, '{}', 'evt_1_1', 500)
    assert.ok(answer.kind === 'failed' && answer.reason === 'forbidden', `${url} ${JSON.stringify(answer)}`)
  }
  assert.equal(canary.connections(), 0)
})
