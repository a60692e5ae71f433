import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AGENT_API_HEADER, WIRE_VERSIONS } from '@deskbell/protocol/versions'
import { startTestServer, tokenOf, ANN } from '../test-server.ts'

const server = await startTestServer()
after(() => server.close())
const [major = 0, minor = 0] = WIRE_VERSIONS.agent.split('.').map(Number)

const ask = (method: string, path: string, version: string | undefined, body?: object) =>
  server.ask(`/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokenOf(ANN)}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(version !== undefined && { [AGENT_API_HEADER]: version }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

test('R31 a process passes over what a page of the next version adds, and refuses it from any other client', async () => {
  const next = `${major}.${minor + 1}.0`
  const tag = (name: string) => ({ name, addedByTheNextVersion: { shade: 'light' } })
  const made = await ask('POST', '/tags', next, tag('red'))
  assert.deepEqual([made.status, made.body['name']], [201, 'red'])
  assert.equal((await ask('GET', '/chats?view=waiting&addedByTheNextVersion=1', next)).status, 200)
  for (const version of [undefined, WIRE_VERSIONS.agent, `${major}.${minor}.9`, `${major + 1}.0.0`, 'next']) {
    const refused = await ask('POST', '/tags', version, tag('blue'))
    assert.deepEqual([refused.status, refused.text.includes('addedByTheNextVersion')], [400, true], String(version))
    assert.equal((await ask('GET', '/chats?view=waiting&addedByTheNextVersion=1', version)).status, 400)
  }
  // What is wrong by this version is refused of the next one, too.
  assert.equal((await ask('POST', '/tags', next, { name: 1 })).status, 400)
  assert.equal((await ask('POST', '/tags', next, { addedByTheNextVersion: 1 })).status, 400)
})
