import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  startTestServer,
  tokenOf,
  ANN,
  type Answer,
  type TestServer,
  type TestServerOptions,
} from '../../test-server.ts'
import { handClock } from '../../clock.ts'
import { testKinds } from '../../db.ts'
import { startIntegratorServer } from '../../integrator-server.ts'
import { nextId, secretOf, WIDGET, WIDGET_ID } from './page.ts'

const MB = 1024 * 1024
/** A secret for a name; names have only letters. */
const fresh = (i: number): string => `fresh${String.fromCodePoint(97 + i)}`

async function withTestServer<T>(options: TestServerOptions, work: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startTestServer({ channels: [WIDGET], ...options })
  try {
    return await work(server)
  } finally {
    await (options.place ? server.stop() : server.close())
  }
}

function send(server: TestServer, visitor: string, bytes: number, address = '127.0.0.1'): Promise<Answer> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes).fill(97)]), 'words.txt')
  const authorization = `Bearer ${secretOf(visitor)}`
  const headers = { authorization, 'x-request-id': nextId(), 'x-forwarded-for': address }
  return server.ask(`/widget/${WIDGET_ID}/files`, { method: 'POST', body: form, headers })
}

function sendAsAgent(server: TestServer, chat: number): Promise<Answer> {
  const form = new FormData()
  form.set('file', new Blob(['words']), 'words.txt')
  const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
  return server.ask(`/api/chats/${chat}/files`, { method: 'POST', body: form, headers })
}

function isRefused(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text)
  const error = answer.body['error'] as unknown as { code: string; message: string }
  assert.equal(error.code, code)
  assert.match(error.message, /^[A-Z].*\.$/)
  assert.ok(Number(answer.headers.get('retry-after')) > 0, 'Retry-After')
}

/** A chat of a visitor of the channel, which Ann has accepted. */
async function chatOf(server: TestServer): Promise<number> {
  await server.visitor('customer').writes('hi')
  const chat = (await server.agent().chats()).find(({ visitor }) => visitor.id === 'customer')?.id ?? 0
  await server.agent().accepts(chat)
  return chat
}

test('T49 new secrets from one address, or one network, cannot store more than one secret can', async () => {
  const env = { TRUST_PROXY: '127.0.0.1', FILES_PER_ADDRESS: '5 MB', FILES_PER_NETWORK: '9 MB' }
  await withTestServer({ env }, async (server) => {
    const statuses = async (addresses: string[]) => {
      const all: number[] = []
      for (const [i, address] of addresses.entries())
        all.push((await send(server, fresh(i + all.length), 2 * MB, address)).status)
      return all
    }
    assert.deepEqual(await statuses(['192.0.2.1', '192.0.2.1', '192.0.2.1', '::ffff:192.0.2.1']), [200, 200, 429, 429])
    assert.deepEqual(await statuses(['192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5']), [200, 200, 429, 429])
    assert.deepEqual(await statuses(['192.0.3.1', '2001:db8::1', '2001:db8::2', '2001:db8::3']), [200, 200, 200, 429])
    isRefused(await send(server, 'other', 2 * MB, '192.0.2.1'), 429, 'rate_limited')
  })
})

for (const kind of testKinds())
  describe(`disk, ${kind}`, () => {
    test('T49 the files of an account stay below its total, also after a restart; messages are still accepted', async () => {
      const env = { FILES_PER_ACCOUNT: '5 MB' }
      await withTestServer({ kind, env }, async (first) => {
        assert.equal((await send(first, 'ada', 2 * MB)).status, 200)
        assert.equal((await send(first, 'bea', 2 * MB)).status, 200)
        await first.stop()
        await withTestServer({ kind, env, place: first.place }, async (server) => {
          isRefused(await send(server, 'cleo', 2 * MB), 507, 'files_full')
          assert.equal((await send(server, 'cleo', MB / 2)).status, 200)
          const chat = await chatOf(server)
          assert.equal((await sendAsAgent(server, chat)).status, 200)
          await server.agent().writes(chat, 'still here')
        })
      })
    })

    test('T49 R17 when free disk space is below the minimum, files are refused with a sentence, and messages are accepted', async () => {
      await withTestServer({ kind, env: { MIN_FREE_DISK: '100000 TB' } }, async (server) => {
        isRefused(await send(server, 'ada', 100), 507, 'disk_full')
        const chat = await chatOf(server)
        isRefused(await sendAsAgent(server, chat), 507, 'disk_full')
        await server.agent().writes(chat, 'still here')
        const health = await server.ask('/healthz')
        assert.equal(health.status, 200)
        assert.deepEqual(health.body, {
          status: 'degraded',
          checks: { database: 'ok', write: 'ok', disk: 'less is free than MIN_FREE_DISK: files are refused' },
        })
      })
    })
  })

test('T49 media of a channel without disk space are retried by their schedule, and the chat says why', async () => {
  const integrator = await startIntegratorServer()
  const clock = handClock()
  try {
    await withTestServer({ clock, env: { MIN_FREE_DISK: '100000 TB' } }, async (server) => {
      await server.visitor('customer').sends({ type: 'photo', file: `${integrator.url}/a.jpg` })
      const chat = (await server.agent().chats()).find(({ visitor }) => visitor.id === 'customer')?.id ?? 0
      const [channel] = (await server.agent().call('GET', '/channels')).body['channels'] as unknown as { id: number }[]
      const failed = async () => (await server.agent().entries(chat)).find(({ type }) => type === 'media.failed')
      while (!(await failed())) await clock.move(5000)
      const entry = await failed()
      assert.ok(entry?.type === 'media.failed')
      assert.match(JSON.stringify(entry), /the disk of this server is almost full/)
      assert.equal(integrator.requests.length, 0, 'nothing is fetched that cannot be kept')
      const { deliveries } = (await server.agent().call('GET', `/channels/${channel?.id}/deliveries`))
        .body as unknown as {
        deliveries: { kind: string; attempts: number }[]
      }
      assert.equal(deliveries.find((one) => one.kind === 'media_fetch')?.attempts, 3)
    })
  } finally {
    await integrator.close()
  }
})
