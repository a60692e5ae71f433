import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { WebSocket } from 'ws'
import type { AgentApi } from '@deskbell/protocol/documents/agent-api'
import { testKinds } from '../db.ts'
import { ANN, tokenOf, type TestServer } from '../test-server.ts'
import { SERVER_URL, signIn, startServer } from './servers.ts'

/** Headers of requests that a page of another site can make a browser send. */
const ELSEWHERE = [
  'null',
  'http://evil.test',
  'http://desk.test.evil.test',
  'http://evil-desk.test',
  'http://desk.testx',
  'http://sub.desk.test',
  'https://desk.test',
  'http://desk.test:8080',
  'http://desk.test:80',
  'http://DESK.test',
  'http://desk.test/',
  '',
]

for (const kind of testKinds())
  suite(`pages of other sites, ${kind}`, () => {
    let testServer: TestServer
    let cookie: string
    before(async () => {
      testServer = await startServer({ kind })
      await testServer.visitor('v1').writes('hello')
      cookie = await signIn(testServer, ANN)
    })
    after(() => testServer.close())

    const snapshot = async (): Promise<string> => {
      const rows = await testServer.services.db.query(everything, [])
      return JSON.stringify(rows)
    }

    test('T25 no request of another site has an effect', async () => {
      const document = (await testServer.ask('/api/openapi.json')).body as unknown as AgentApi
      const before = await snapshot()
      let asked = 0
      for (const [path, methods] of Object.entries(document.paths))
        for (const [method, { requestBody }] of Object.entries(methods)) {
          if (method === 'get') continue
          const url = path.replaceAll(/\{\w+\}/g, '1')
          const isForm = requestBody?.content['multipart/form-data'] !== undefined
          for (const origin of [...ELSEWHERE, undefined]) {
            const answer = await testServer.ask(url, {
              method: method.toUpperCase(),
              headers: {
                ...(path !== '/api/session' || method === 'delete' ? { cookie } : {}),
                ...(origin === undefined ? { 'sec-fetch-site': 'cross-site' } : { origin }),
                ...(isForm ? {} : { 'content-type': 'application/json' }),
              },
              body: isForm ? new FormData() : JSON.stringify({ email: ANN, password: 'correct horse battery' }),
            })
            assert.equal(answer.status, 403, `${method} ${path} from ${origin}: ${answer.text}`)
            assert.match(answer.text, /wrong_origin/)
            assert.equal(answer.headers.get('set-cookie'), null)
            asked++
          }
        }
      assert.ok(asked > 200)
      assert.equal(await snapshot(), before)
    })

    test('T25 a request as a form or a picture of another site sends it is refused', async () => {
      const before = await snapshot()
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        undefined,
      ]) {
        const answer = await testServer.ask('/api/chats/1/accept', {
          method: 'POST',
          headers: { cookie, origin: SERVER_URL, ...(type !== undefined && { 'content-type': type }) },
          body: new TextEncoder().encode('{"takeOver":true}'),
        })
        assert.equal(answer.status, 415, `${type}: ${answer.text}`)
      }
      for (const path of ['/api/chats/1/accept', '/api/chats/1/close', '/api/session', '/api/me/tokens/1'])
        assert.notEqual((await testServer.ask(path, { headers: { cookie } })).status, 200, path)
      assert.equal(await snapshot(), before)
    })

    test('T25 every address of the API that takes a body answers 415 to a body of another type', async () => {
      const document = (await testServer.ask('/api/openapi.json')).body as unknown as AgentApi
      const authorization = `Bearer ${tokenOf(ANN)}`
      const before = await snapshot()
      let asked = 0
      for (const [path, methods] of Object.entries(document.paths))
        for (const [method, { requestBody }] of Object.entries(methods)) {
          if (!requestBody) continue
          const isForm = requestBody.content['multipart/form-data'] !== undefined
          const wrong = isForm ? 'application/json' : 'multipart/form-data; boundary=x'
          for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', wrong]) {
            const answer = await testServer.ask(path.replaceAll(/\{\w+\}/g, '1'), {
              method: method.toUpperCase(),
              headers: { authorization, 'content-type': type },
              body: '{}',
            })
            assert.equal(answer.status, 415, `${method} ${path} ${type}: ${answer.text}`)
            assert.equal(answer.body['error']?.['code'], 'wrong_type', `${method} ${path} ${type}`)
            asked++
          }
        }
      assert.ok(asked > 100, String(asked))
      assert.equal(await snapshot(), before)
    })

    test('T25 requests of the application’s own pages are accepted', async () => {
      const put = (headers: Record<string, string>) =>
        testServer.ask('/api/me/presence', {
          method: 'PUT',
          headers: { cookie, 'content-type': 'application/json', ...headers },
          body: '{"status":"away"}',
        })
      assert.equal((await put({ origin: SERVER_URL })).status, 200)
      assert.equal((await put({ 'sec-fetch-site': 'same-origin' })).status, 200)
      assert.equal((await put({})).status, 403)
    })

    test('T24 a socket opens only for the application’s own pages', async () => {
      for (const origin of ELSEWHERE) assert.equal(await opens(testServer, { cookie, origin }), 403, `from ${origin}`)
      assert.equal(await opens(testServer, { cookie }), 403)
      assert.equal(await opens(testServer, { origin: SERVER_URL }), 401)
      assert.equal(await opens(testServer, { cookie: 'deskbell=made-up', origin: SERVER_URL }), 401)
      assert.equal(await opens(testServer, { cookie, origin: SERVER_URL }), 101)
      // A program sends no Origin, and a page cannot make a browser send the token.
      assert.equal(await opens(testServer, { authorization: `Bearer ${tokenOf(ANN)}` }), 101)
      assert.equal(await opens(testServer, { authorization: 'Bearer made-up' }), 401)
    })
  })

/** The status that an upgrade is answered with. */
function opens(testServer: TestServer, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${testServer.url.replace('http', 'ws')}/api/socket`, { headers })
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => {})
    socket.on('open', () => {
      socket.close()
      resolve(101)
    })
  })
}

const everything = {
  name: 'test_everything',
  text: `select (select json_agg(a order by id) from agent a) as agents, (select json_agg(c order by id) from channel c) as channels,
    (select json_agg(t order by id) from (select id, name, agent_id from api_token) t) as tokens,
    (select json_agg(s order by hash) from (select hash, version from session) s) as sessions,
    (select json_agg(c order by id) from chat c) as chats, (select count(*) from entry) as entries,
    (select json_agg(r) from reading r) as readings`,
}
