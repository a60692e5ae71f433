import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { AgentApi } from '@deskbell/protocol/documents/agent-api'
import type { Shape } from '@deskbell/protocol/documents/openapi'
import { testKinds } from '../db.ts'
import { ANN, tokenOf, type Answer, type TestServer } from '../test-server.ts'
import { addAgent, startServer } from './servers.ts'

/** Values of wrong types, and texts that look like values of other types. */
const ODD: unknown[] = [
  { $gt: '' },
  [],
  [[]],
  {},
  true,
  null,
  -1,
  0,
  1.5,
  1e308,
  2 ** 53,
  2 ** 31,
  '',
  "' OR 1=1--",
  "'; drop table agent; --",
  '${7*7}{{7*7}}',
  '\u0000',
  '\ud800',
  'a'.repeat(40_000),
  '٣',
  '1e400',
  '__proto__',
]

/** Bodies that are not objects, or that are too large to parse. */
const RAW: string[] = [
  '',
  ' ',
  '{',
  '[]',
  'null',
  '"text"',
  '{"a":1}{',
  '\ufeff{}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '['.repeat(20_000),
  `{"a":${'['.repeat(40)}${']'.repeat(40)}}`,
  `{${Array.from({ length: 3000 }, (_, i) => `"k${i}":1`).join(',')}}`,
  '{"text":"\\ud800"}',
  '{"text":1e400}',
  'x'.repeat(70_000),
]

for (const kind of testKinds())
  suite(`hostile input to the agent API, ${kind}`, () => {
    let testServer: TestServer
    let document: AgentApi
    const faults: string[] = []
    const authorization = `Bearer ${tokenOf(ANN)}`

    before(async () => {
      testServer = await startServer({ kind, onLog: (line) => line.includes('"error"') && faults.push(line) })
      await testServer.visitor('v1').writes('hello')
      await testServer.agent(ANN).accepts(1)
      await addAgent(testServer, 'victim@shop.test')
      document = (await testServer.ask('/api/openapi.json')).body as unknown as AgentApi
    })
    after(() => testServer.close())

    function operations() {
      return Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
      )
    }

    function resolve(shape: Shape): Shape {
      return shape.$ref ? resolve(document.components?.schemas?.[shape.$ref.split('/').at(-1) ?? ''] ?? {}) : shape
    }

    /** A body that fits its schema. */
    function fitting(shape: Shape): unknown {
      const of = resolve(shape)
      if (of.const !== undefined) return of.const
      if (of.enum) return of.enum[0]
      if (of.anyOf) return fitting(of.anyOf[0] ?? {})
      if (of.type === 'object')
        return Object.fromEntries(
          Object.entries(of.properties ?? {}).map(([name, field]) => [
            name,
            name === 'role' ? 'agent' : fitting(field),
          ]),
        )
      if (of.type === 'array') return []
      if (of.type === 'integer') return of['minimum'] ?? 1
      if (of.type === 'boolean') return true
      return 'a@b'.padEnd(Number(of['minLength'] ?? 3), 'c')
    }

    async function ask(method: string, path: string, body: string, type = 'application/json'): Promise<Answer> {
      return testServer.ask(path.replaceAll('{agent}', '3').replaceAll(/\{\w+\}/g, '1'), {
        method: method.toUpperCase(),
        headers: { authorization, 'content-type': type },
        body,
      })
    }

    function check(title: string, answer: Answer): void {
      assert.ok(answer.status < 500, `${title}: ${answer.status} ${answer.text}`)
      if (answer.status < 400) return
      const { error } = answer.body as unknown as { error: { code: string; message: string } }
      assert.equal(typeof error.code, 'string', title)
      assert.ok(error.message.length > 0, title)
    }

    test('T29 every field of every body with every kind of value is refused or is text', async () => {
      let asked = 0
      for (const { path, method, operation } of operations()) {
        const schema = operation.requestBody?.content['application/json']?.schema
        if (!schema || path === '/api/session') continue
        const good = fitting(schema) as Record<string, unknown>
        for (const field of [...Object.keys(good), 'unknown'])
          for (const value of ODD) {
            const title = `${method} ${path} with ${field} = ${JSON.stringify(value)?.slice(0, 60)}`
            check(title, await ask(method, path, JSON.stringify({ ...good, [field]: value })))
            asked++
          }
      }
      assert.ok(asked > 500, `${asked} requests`)
      assert.equal(({} as { polluted?: boolean }).polluted, undefined)
      assert.deepEqual(faults, [])
      // It opened no session and ended none.
      assert.equal((await testServer.agent(ANN).call('GET', '/me')).status, 200)
    })

    test('T29 a sign-in with other values than two texts is refused', async () => {
      for (const field of ['email', 'password'])
        for (const value of ODD) {
          const body = JSON.stringify({ email: ANN, password: 'x', [field]: value })
          const answer = await ask('post', '/api/session', body)
          check(`${field} = ${JSON.stringify(value).slice(0, 60)}`, answer)
          assert.ok(answer.status >= 400)
        }
      assert.deepEqual(faults, [])
    })

    test('T29 paths and queries with any content are refused or find nothing', async () => {
      const odd = [
        '',
        'abc',
        '-1',
        '0',
        '1.5',
        '1e3',
        '99999999999999999999',
        '2147483648',
        "' OR 1=1--",
        '%00',
        '%ff',
        '../1',
        '[]',
      ]
      for (const { path, method, operation } of operations()) {
        if (path === '/api/socket' || method !== 'get') continue
        for (const { name, in: place } of operation.parameters)
          for (const value of odd) {
            if (place === 'header') continue
            const url =
              place === 'path'
                ? path.replace(`{${name}}`, value)
                : `${path}?${name}=${encodeURIComponent(decodeURIComponent(value.replace('%ff', 'ff')))}`
            const answer = await testServer.ask(url.replaceAll(/\{\w+\}/g, '1'), { headers: { authorization } })
            check(url, answer)
          }
      }
      const made = [
        ['1', '1'],
        ['9'.repeat(15), '1'],
        ['1', '9'.repeat(15)],
        ['', ''],
        ['x', 'y'],
      ].map(([a, b]) => Buffer.from(`${a}.${b}`).toString('base64url'))
      for (const view of ['state=closed', 'view=waiting', 'view=mine', 'view=all'])
        for (const after of [...made, 'A'.repeat(100), 'A'.repeat(101), '%00', '....'])
          check(view + after, await testServer.ask(`/api/chats?${view}&after=${after}`, { headers: { authorization } }))
      for (const after of made)
        check(after, await testServer.ask(`/api/channels/1/deliveries?after=${after}`, { headers: { authorization } }))
      for (const key of ['x'.repeat(256), '\u00e9', ' ', 'a,b'])
        check(
          key,
          await testServer.ask('/api/chats/1/messages', {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
            body: '{"text":"x"}',
          }),
        )
      assert.deepEqual(faults, [])
    })

    test('T31 a body that is not an object, or too deep, wide or large, is refused early', async () => {
      for (const { path, method, operation } of operations()) {
        if (!operation.requestBody?.content['application/json'] || path === '/api/session') continue
        for (const raw of RAW) {
          const began = performance.now()
          const answer = await ask(method, path, raw)
          check(`${method} ${path} ${raw.slice(0, 40)}`, answer)
          assert.ok(performance.now() - began < 5000)
        }
      }
      assert.equal(({} as { polluted?: boolean }).polluted, undefined)
      assert.deepEqual(faults, [])
    })

    test('T29 upload forms with any content are refused or stored as files', async () => {
      const forms: [string, Record<string, string | Blob>][] = [
        ['no file', { text: 'x' }],
        ['an empty file', { file: new Blob([]) }],
        ['another field', { picture: new Blob(['x']) }],
        ['an unknown field', { other: 'x', file: new Blob(['x']) }],
        ['a text that is too long', { text: 'x'.repeat(10_001), file: new Blob(['x']) }],
        ['a text that is far too long', { text: 'x'.repeat(70_000), file: new Blob(['x']) }],
        ['text in place of a file', { file: 'x' }],
        ['odd characters', { text: '\u0000\ud800', file: new Blob(['x']) }],
      ]
      for (const path of ['/api/chats/1/files', '/api/chats/1/uploads', '/api/canned-answers/files', '/api/me/photo'])
        for (const [title, fields] of forms) {
          const form = new FormData()
          for (const [name, value] of Object.entries(fields)) form.set(name, value)
          const method = path.endsWith('photo') ? 'PUT' : 'POST'
          check(`${path}: ${title}`, await testServer.ask(path, { method, headers: { authorization }, body: form }))
        }
      const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
      for (const raw of [
        '',
        '--x',
        '--x\r\n\r\n',
        '--x--',
        'x'.repeat(1000),
        head,
        `${head}abc`,
        `${head}abc\r\n--x`,
      ]) {
        const headers = { authorization, 'content-type': 'multipart/form-data; boundary=x' }
        check(raw, await testServer.ask('/api/chats/1/files', { method: 'POST', headers, body: raw }))
      }
      assert.deepEqual(faults, [])
    })
  })
