import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, suite, test } from 'node:test'
import { DOCUMENTS } from '@deskbell/protocol/documents'
import { EVENT_NAMES } from '@deskbell/protocol/webhook/events'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv } from 'ajv'
import { startTestServer, type TestServer } from '../test-server.ts'

const { schemas } = createRequire(import.meta.url)('@asyncapi/specs') as { schemas: Record<string, object> }

/** A document with all of its `$ref`s resolved. */
function followed(document: Record<string, unknown>): unknown {
  const find = (pointer: string) =>
    pointer
      .slice(2)
      .split('/')
      .reduce((part: unknown, key) => (part as Record<string, unknown>)[key.replaceAll('~1', '/')], document)
  const follow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(follow)
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as { $ref?: string }
    if ($ref === undefined) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, follow(one)]))
    const found = find($ref)
    assert.ok(found, `${$ref} points to nothing`)
    return found
  }
  return follow(document)
}

suite('OpenAPI and AsyncAPI documents', () => {
  let testServer: TestServer
  before(async () => void (testServer = await startTestServer()))
  after(() => testServer.close())

  for (const path of Object.keys(DOCUMENTS))
    test(`${path} is served to any page and is valid`, async () => {
      const { status, headers, body } = await testServer.ask(path)
      assert.equal(status, 200)
      assert.equal(headers.get('access-control-allow-origin'), '*')
      assert.match(headers.get('content-type') ?? '', /^application\/json/)
      followed(body)
      if (path.startsWith('/openapi/')) {
        const { valid, errors } = await new Validator().validate(structuredClone(body))
        assert.ok(valid, JSON.stringify(errors, null, 2))
        return
      }
      const ajv = new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false })
      const validate = ajv.compile(schemas['3.0.0']!)
      assert.ok(validate(body), JSON.stringify(validate.errors?.slice(0, 5), null, 2))
    })

  test('the documents describe every event and every frame', async () => {
    const messagesIn = async (path: string, channel: string): Promise<string[]> => {
      const { body } = await testServer.ask(path)
      const { channels } = body as unknown as { channels: Record<string, { messages: Record<string, object> }> }
      return Object.keys(channels[channel]?.messages ?? {})
    }
    const events = await messagesIn('/asyncapi/events.json', 'webhook')
    for (const name of EVENT_NAMES) assert.ok(events.includes(`from_${name}`), name)
    const widget = await messagesIn('/asyncapi/widget.json', 'socket')
    for (const name of ['to_hello', 'to_message', 'from_ready', 'from_refused']) assert.ok(widget.includes(name), name)
    const agent = await messagesIn('/asyncapi/agent.json', 'socket')
    for (const name of ['to_follow', 'from_welcome', 'from_entries']) assert.ok(agent.includes(name), name)
  })
})
