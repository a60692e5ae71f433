import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { WebSocket } from 'ws'
import { testKinds } from '../db.ts'
import { ANN, BOB, startTestServer, tokenOf, type TestServer } from '../test-server.ts'
import { addAgent, SERVER_URL, enter, PASSWORD, signIn, startServer } from './servers.ts'

const SIGNED_OUT = 4001
const RESUME = 4002

type Agent = Awaited<ReturnType<typeof addAgent>>

interface Revocation {
  title: string
  /** Credentials that end with it, or have to be opened again. */
  by: 'cookie' | 'token'
  code: number
  /** Whether the same credentials open another socket afterwards. */
  again: boolean
  revoke(testServer: TestServer, agent: Agent, cookie: string): Promise<unknown>
}

const REVOCATIONS: Revocation[] = [
  {
    title: 'signing out',
    by: 'cookie',
    code: SIGNED_OUT,
    again: false,
    revoke: (testServer, _agent, cookie) =>
      testServer.ask('/api/session', { method: 'DELETE', headers: { cookie, origin: SERVER_URL } }),
  },
  {
    title: 'signing in as another agent in the same browser',
    by: 'cookie',
    code: SIGNED_OUT,
    again: false,
    revoke: (testServer, _agent, cookie) => signIn(testServer, ANN, cookie),
  },
  {
    title: 'a new password of one’s own, elsewhere',
    by: 'cookie',
    code: SIGNED_OUT,
    again: false,
    async revoke(testServer, { email }) {
      const cookie = await signIn(testServer, email)
      return testServer.ask('/api/me/password', {
        method: 'PUT',
        headers: { cookie, origin: SERVER_URL, 'content-type': 'application/json' },
        body: JSON.stringify({ current: PASSWORD, password: 'another long password' }),
      })
    },
  },
  {
    title: 'a new password set by an owner',
    by: 'cookie',
    code: SIGNED_OUT,
    again: false,
    async revoke(testServer, { id }) {
      const ann = await enter(testServer, ANN)
      return ann.call('PATCH', `/agents/${id}`, { password: 'another long password' })
    },
  },
  {
    title: 'another role',
    by: 'cookie',
    code: RESUME,
    again: true,
    revoke: async (testServer, { id }) =>
      (await enter(testServer, ANN)).call('PATCH', `/agents/${id}`, { role: 'admin' }),
  },
  {
    title: 'removal of the agent',
    by: 'cookie',
    code: SIGNED_OUT,
    again: false,
    revoke: (testServer, { id }) => testServer.agent(ANN).call('DELETE', `/agents/${id}`),
  },
  {
    title: 'the end of the API token',
    by: 'token',
    code: SIGNED_OUT,
    again: false,
    async revoke(_testServer, agent) {
      const [token] = (await agent.call('GET', '/me/tokens')).body['tokens'] as unknown as { id: number }[]
      return agent.call('DELETE', `/me/tokens/${token?.id}`)
    },
  },
]

function connect(testServer: TestServer, headers: Record<string, string>) {
  const socket = new WebSocket(`${testServer.url.replace('http', 'ws')}/api/socket`, { headers })
  const opened = new Promise<boolean>((resolve) => {
    socket.on('message', () => resolve(true))
    socket.on('unexpected-response', () => resolve(false))
    socket.on('error', () => {})
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  return { socket, opened, closed }
}

for (const kind of testKinds())
  suite(`sockets after a revocation, ${kind}`, () => {
    let testServer: TestServer
    before(async () => void (testServer = await startServer({ kind })))
    after(() => testServer.close())

    for (const [i, { title, by, code, again, revoke }] of REVOCATIONS.entries())
      test(`T22 ${title} ends the socket within two seconds`, async () => {
        const agent = await addAgent(testServer, `agent${'abcdefgh'[i]}@shop.test`)
        const cookie = await signIn(testServer, agent.email)
        const headers: Record<string, string> =
          by === 'cookie' ? { cookie, origin: SERVER_URL } : { authorization: `Bearer ${tokenOf(agent.email)}` }
        const line = connect(testServer, headers)
        assert.equal(await line.opened, true)
        await revoke(testServer, agent, cookie)
        const ended = await Promise.race([
          line.closed,
          new Promise((resolve) => setTimeout(resolve, 2000, 'still open')),
        ])
        assert.equal(ended, code)
        const next = connect(testServer, headers)
        assert.equal(await next.opened, again)
        next.socket.close()
        assert.equal((await testServer.ask('/api/me', { headers })).status, again ? 200 : 401)
      })

    for (const [i, { title, by, again, revoke }] of REVOCATIONS.entries())
      test(`T22 after ${title} the next request is answered anew, not from memory`, async () => {
        const agent = await addAgent(testServer, `asker${'abcdefgh'[i]}@shop.test`)
        const cookie = await signIn(testServer, agent.email)
        const headers: Record<string, string> =
          by === 'cookie' ? { cookie } : { authorization: `Bearer ${tokenOf(agent.email)}` }
        const asks = () => testServer.ask('/api/me', { headers })
        const before = await asks()
        assert.match(before.text, /"role":"agent"/)
        await revoke(testServer, agent, cookie)
        const next = await asks()
        assert.equal(next.status, again ? 200 : 401, next.text)
        if (again) assert.match(next.text, /"role":"admin"/)
      })

    test('T22 an agent who changes their password stays signed in there, and misses no event', async () => {
      const agent = await addAgent(testServer, 'changing@shop.test', 'admin')
      const cookie = await signIn(testServer, agent.email)
      const line = connect(testServer, { cookie, origin: SERVER_URL })
      assert.equal(await line.opened, true)
      const heard = new Promise<void>((resolve) =>
        line.socket.on('message', (data: Buffer) => {
          // The client fetches entries that were written while the session was checked.
          if (/after the change|"stale","what":"inbox"/.test(data.toString())) resolve()
        }),
      )
      await testServer.ask('/api/me/password', {
        method: 'PUT',
        headers: { cookie, origin: SERVER_URL, 'content-type': 'application/json' },
        body: JSON.stringify({ current: PASSWORD, password: 'another long password' }),
      })
      assert.equal((await testServer.ask('/api/me', { headers: { cookie } })).status, 200)
      await testServer.visitor('v1').writes('after the change')
      await heard
      const inbox = await testServer.ask('/api/chats', { headers: { cookie } })
      assert.match(inbox.text, /after the change/)
      line.socket.close()
    })
  })

if (testKinds().includes('server'))
  test('T22 a revocation in one process ends the sockets of another within two seconds', async () => {
    const first = await startServer({ kind: 'server' })
    const second = await startTestServer({ kind: 'server', place: first.place, env: { PUBLIC_URL: SERVER_URL } })
    try {
      const line = connect(second, { authorization: `Bearer ${tokenOf(BOB)}` })
      assert.equal(await line.opened, true)
      const began = Date.now()
      await first.agent(ANN).call('DELETE', '/agents/2')
      assert.equal(await line.closed, SIGNED_OUT)
      // Without a bus, a process checks the directory every two seconds.
      assert.ok(Date.now() - began < 2500, `${Date.now() - began} ms`)
    } finally {
      await second.stop()
      await first.close()
    }
  })
