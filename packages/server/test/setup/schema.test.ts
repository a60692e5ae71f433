import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { setupJsonSchema } from '@deskbell/protocol/setup'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { parseSetup } from '../../src/setup/file.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

suite('the schema of the setup file', () => {
  let server: TestServer
  before(async () => void (server = await startTestServer()))
  after(() => server.close())
  const read = () => fetch(`${server.url}/setup.schema.json`)

  test('the schema is served without sign-in, as JSON, and is the one that checks files', async () => {
    const answer = await read()
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.deepEqual(await answer.json(), setupJsonSchema())
  })

  test('a file that names it as its $schema is valid for the server and the schema; one with an unknown name for neither', async () => {
    const schema = (await (await read()).json()) as TSchema
    const file = {
      $schema: `${server.publicUrl}/setup.schema.json`,
      channels: [{ kind: 'api', name: 'App', serverUrl: 'https://shop.test/chat' }],
    }
    assert.ok(Value.Check(schema, file))
    assert.equal(parseSetup(JSON.stringify(file)).channels?.[0]?.name, 'App')
    const wrong = { ...file, chanels: [] }
    assert.ok(!Value.Check(schema, wrong))
    assert.throws(() => parseSetup(JSON.stringify(wrong)), /chanels/)
  })

  test('the setup files in the documentation are valid', () => {
    const read = (name: string) => readFileSync(new URL(`../../../../docs/${name}.md`, import.meta.url), 'utf8')
    const blocks = ['configuration', 'bots'].flatMap((name) => [...read(name).matchAll(/```json\n([^]*?)```/g)])
    const files = blocks.flatMap(([, text = '']) => (/^\{\s+"(?:\$schema|bots)"/.test(text) ? [text] : []))
    assert.equal(files.length, 2)
    for (const file of files) parseSetup(file.replaceAll('"…"', '"0123456789abcdef"'))
  })

  test('every schema that docs/configuration.md names is served', async () => {
    const page = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')
    const named = [...page.matchAll(/`(\/[\w.-]+\.schema\.json)`/g)].map(([, path]) => path ?? '')
    assert.ok(named.length > 0, 'docs/configuration.md names no schema')
    for (const path of named) assert.equal((await fetch(server.url + path)).status, 200, path)
  })
})
