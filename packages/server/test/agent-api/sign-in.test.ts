import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, startTestServer, type TestServer } from '../test-server.ts'
import { addAgent, SERVER_URL, PASSWORD, signIn, startServer } from './servers.ts'

const tries = (testServer: TestServer, email: string, password: string) =>
  testServer.ask('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })

for (const kind of testKinds())
  suite(`signing in, ${kind}`, () => {
    test('T26 an unknown address, a removed one and a wrong password get the same answer', async () => {
      const testServer = await startServer({ kind })
      try {
        const gone = await addAgent(testServer, 'gone@shop.test')
        await testServer.agent(ANN).call('DELETE', `/agents/${gone.id}`)
        const answers = []
        for (const email of [ANN, 'nobody@shop.test', gone.email, 'not an address', '']) {
          const { status, text, headers } = await tries(testServer, email, 'not the password')
          const told = [...headers].filter(([name]) => name !== 'date')
          answers.push(JSON.stringify([status, text, told]))
        }
        assert.equal(new Set(answers).size, 1, answers.join('\n'))
        assert.match(answers[0] ?? '', /401.*wrong_credentials/)
      } finally {
        await testServer.close()
      }
    })

    test('T27 the cookie is only for this server’s pages, and the 11th attempt has to wait', async () => {
      const testServer = await startTestServer({
        kind,
        env: { PUBLIC_URL: 'https://desk.test' },
        limits: { signInPerAddress: 0.055 },
      })
      try {
        const right = await tries(testServer, ANN, PASSWORD)
        assert.equal(right.status, 200)
        const [session = '', device = ''] = right.headers.getSetCookie()
        assert.match(session, /^deskbell=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/)
        assert.match(
          device,
          /^deskbell_device=[\w.-]+; Path=\/api\/session; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
        )
        assert.doesNotMatch(right.text, /[\w-]{43}/)
        for (let i = 0; i < 10; i++) assert.equal((await tries(testServer, ANN, `wrong ${i}`)).status, 401)
        const eleventh = await tries(testServer, ANN, PASSWORD)
        assert.equal(eleventh.status, 429)
        assert.ok(Number(eleventh.headers.get('retry-after')) > 0)
      } finally {
        await testServer.close()
      }
    })

    test('T27 an agent who works every day stays signed in, because the cookie is renewed with the session', async () => {
      const clock = handClock()
      const testServer = await startServer({ kind, clock })
      try {
        const cookie = await signIn(testServer, ANN)
        const ask = async () => (await testServer.ask('/api/me', { headers: { cookie } })).headers.get('set-cookie')
        assert.equal(await ask(), null)
        await clock.jump(2 * 3_600_000)
        const moved = (await ask()) ?? ''
        assert.ok(moved.startsWith(`${cookie}; Path=/; Expires=`), moved)
        assert.match(moved, /; HttpOnly; SameSite=Lax$/)
        const expires = Date.parse(/Expires=([^;]+)/.exec(moved)?.[1] ?? '')
        assert.ok(Math.abs(expires - clock.now() - 30 * 24 * 3_600_000) < 2000)
        await clock.move(120_000)
        assert.equal(await ask(), null)
        const byToken = await testServer.agent(ANN).call('GET', '/me')
        assert.equal(byToken.headers.get('set-cookie'), null)
      } finally {
        await testServer.close()
      }
    })

    test('T27 signing in gives a new secret, and the previous one is no longer valid', async () => {
      const testServer = await startServer({ kind })
      try {
        const made = 'deskbell=made-up-by-somebody-else-and-handed-to-the-browser'
        const first = await signIn(testServer, ANN, made)
        assert.notEqual(first, made)
        const second = await signIn(testServer, ANN, first)
        assert.notEqual(second, first)
        assert.equal((await testServer.ask('/api/me', { headers: { cookie: first } })).status, 401)
        assert.equal((await testServer.ask('/api/me', { headers: { cookie: second } })).status, 200)
        await testServer.ask('/api/session', { method: 'DELETE', headers: { cookie: second, origin: SERVER_URL } })
        assert.equal((await testServer.ask('/api/me', { headers: { cookie: second } })).status, 401)
      } finally {
        await testServer.close()
      }
    })
  })
