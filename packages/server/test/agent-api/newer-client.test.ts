import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AGENT_API_HEADER, WIRE_VERSIONS } from '@deskbell/protocol/versions'
import { ANN, connect, startTestServer, tokenOf } from '../test-server.ts'

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

test('R31 the same for frames of the socket, and the frames that the next version adds', async () => {
  const opens = (version: string) => connect(server.url, `Bearer ${tokenOf(ANN)}`, `?${AGENT_API_HEADER}=${version}`)
  const [later, same] = [await opens(`${major}.${minor + 1}.0`), await opens(WIRE_VERSIONS.agent)]
  const ping = { type: 'ping', addedByTheNextVersion: true }
  // More of them than the wrong frames after which a socket is closed.
  for (let n = 0; n < 20; n++) later.send({ type: 'added_by_the_next_version', n })
  later.send(ping)
  await later.sees(({ type }) => type === 'pong')
  assert.ok(!later.frames.some(({ type }) => type === 'refused'))
  // What is wrong by this version is refused of the next one, too.
  later.send({ type: 'unfollow', chat: 'one' })
  await later.sees(({ type }) => type === 'refused')
  same.send(ping)
  const refused = await same.sees(({ type }) => type === 'refused' || type === 'pong')
  assert.equal(refused.type, 'refused')
  for (const one of [later, same]) one.close()
})
