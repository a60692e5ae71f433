import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { test } from 'node:test'
import { ROUTES } from '@deskbell/protocol/agent/routes'
import type { BOT_ROUTES } from '@deskbell/protocol/agent/routes/bots'
import { API_PREFIX, type Route } from '@deskbell/protocol/agent/routes/route'
import type { ERASURE_ROUTES } from '@deskbell/protocol/agent/routes/visitors'
import type { FastifyInstance } from 'fastify'
import type { Handler, Handlers } from '../../src/agent-api/serve.ts'
import { startTestServer } from '../test-server.ts'

/** Served under /api and no operation of it: the documents, and the interface of webhooks that pull (C19). */
const OTHERS = ['GET /api', 'GET /api/openapi.json', 'GET /api/reference.css', 'GET /api/events']

test('every declared route is served, and every route that is served under /api is declared', async () => {
  const served = new Set<string>()
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      if (config?.otherMethod || !url.startsWith(API_PREFIX)) return
      for (const one of [method].flat()) if (one !== 'HEAD') served.add(`${one} ${url}`)
    })
  }
  subscribe('fastify.initialization', listen)
  const testServer = await startTestServer({}).finally(() => unsubscribe('fastify.initialization', listen))
  await testServer.close()
  const refused = [...served].filter((name) => name.endsWith(' /api/events') && name !== 'GET /api/events')
  for (const name of [...OTHERS, ...refused]) assert.ok(served.delete(name), name)
  const declared = Object.values<Route>(ROUTES).map(({ method, path }) => `${method} ${API_PREFIX}${path}`)
  assert.deepEqual([...served].toSorted(), declared.toSorted())
})

test('a handler that does not fit its declaration does not compile', () => {
  const sandbox = { id: 1, client: 'c', lines: [] }
  const fits: Handler<typeof BOT_ROUTES.readSandbox> = ({ params }) => ({ ...sandbox, id: params.sandbox })
  // @ts-expect-error a field of the answer has another type
  const wrong: Handler<typeof BOT_ROUTES.readSandbox> = () => ({ ...sandbox, id: 'one' })
  // @ts-expect-error the answer lacks a field
  const short: Handler<typeof BOT_ROUTES.readSandbox> = () => ({ id: 1, client: 'c' })
  // @ts-expect-error this status has another body
  const other: Handler<typeof ERASURE_ROUTES.eraseVisitor> = () => ({ status: 202, body: { chats: 1, files: 0 } })
  // @ts-expect-error the path has no such parameter
  const asks: Handler<typeof BOT_ROUTES.readSandbox> = ({ params }) => ({ ...sandbox, id: params.chat })
  // @ts-expect-error most routes have no handler
  const few: Handlers<typeof BOT_ROUTES> = { readSandbox: fits }
  assert.ok([fits, wrong, short, other, asks, few])
})
