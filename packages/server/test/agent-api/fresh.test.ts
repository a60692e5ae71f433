import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type Answer } from '../test-server.ts'
import { addAgent, enter, PASSWORD, startServer } from './servers.ts'

const codeOf = ({ status, body }: Answer) => {
  const { error } = body as unknown as { error?: { code: string } }
  return error ? `${status} ${error.code}` : `${status}`
}
const TEN_MINUTES = 10 * 60_000
const NEW = { name: 'Eve', email: 'eve@shop.test', password: 'a long password' }

for (const kind of testKinds())
  suite(`a password given a moment ago, ${kind}`, () => {
    test('T50 operations that give access to the account require the password, and daily work does not', async () => {
      const clock = handClock()
      const testServer = await startServer({ kind, clock })
      try {
        const victim = await addAgent(testServer, 'victim@shop.test')
        const { id: own } = await addAgent(testServer, 'admin@shop.test', 'admin')
        const ann = await enter(testServer, ANN)
        const admin = await enter(testServer, 'admin@shop.test')
        /** Operations with the status of each: with a fresh session, with a stale one, with an API token. */
        const rows: [string, string, object, string, string, string][] = [
          ['POST', '/me/tokens', { name: 'x' }, '201', '403 reauthenticate', '403 session_required'],
          [
            'PATCH',
            `/agents/${victim.id}`,
            { password: 'x'.repeat(10) },
            '200',
            '403 reauthenticate',
            '403 session_required',
          ],
          ['PATCH', `/agents/${victim.id}`, { role: 'admin' }, '200', '403 reauthenticate', '403 session_required'],
          ['PATCH', `/agents/${victim.id}`, { role: 'owner' }, '200', '403 reauthenticate', '403 session_required'],
          ['POST', '/agents', { ...NEW, role: 'admin' }, '201', '403 reauthenticate', '403 session_required'],
          ['POST', '/agents', { ...NEW, role: 'agent', email: 'a%@shop.test' }, '201', '201', '201'],
          ['PATCH', `/agents/${victim.id}`, { name: 'Vic' }, '200', '200', '200'],
          ['PATCH', `/agents/${victim.id}`, { role: 'agent' }, '200', '200', '200'],
        ]
        const ask = async (call: typeof ann.call, place: 3 | 4 | 5) => {
          for (const row of rows) {
            const [method, path, body] = row
            const text = JSON.stringify(body).replace('%', String(place))
            assert.equal(codeOf(await call(method, path, JSON.parse(text))), row[place], `${method} ${path} ${text}`)
          }
        }
        await ask(testServer.agent(ANN).call, 5)
        await clock.move(TEN_MINUTES + 1000)
        await ask(ann.call, 4)
        assert.equal(codeOf(await ann.call('POST', '/session/confirm', { password: 'wrong' })), '400 wrong_password')
        assert.equal(codeOf(await ann.call('POST', '/me/tokens', { name: 'x' })), '403 reauthenticate')
        assert.equal(codeOf(await ann.call('POST', '/session/confirm', { password: PASSWORD })), '204')
        await clock.move(TEN_MINUTES - 1000)
        await ask(ann.call, 3)

        // Agents confirm their old password to change it, and no other operation changes it.
        await clock.move(TEN_MINUTES)
        const change = { current: PASSWORD, password: 'another long password' }
        assert.equal(codeOf(await ann.call('PUT', '/me/password', change)), '204')
        assert.equal(codeOf(await ann.call('POST', '/me/tokens', { name: 'x' })), '201')
        await admin.call('POST', '/session/confirm', { password: PASSWORD })
        const around = await admin.call('PATCH', `/agents/${own}`, { password: 'another long password' })
        assert.equal(codeOf(around), '403 forbidden')
        // An API token has no password that could be confirmed.
        const byToken = await testServer.agent(BOB).call('POST', '/session/confirm', { password: PASSWORD })
        assert.equal(codeOf(byToken), '403 session_required')
      } finally {
        await testServer.close()
      }
    })

    test('T27 T50 a confirmation counts as a sign-in attempt, and attempts of others do not block it', async () => {
      const testServer = await startServer({ kind, limits: { signInPerAddress: 0.055 } })
      try {
        const bob = await enter(testServer, BOB)
        const confirm = (password: string) => bob.call('POST', '/session/confirm', { password })
        for (let i = 0; i < 10; i++) {
          const guess = await testServer.ask('/api/session', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ email: BOB, password: `wrong ${i}` }),
          })
          assert.equal(guess.status, 401)
        }
        assert.equal(codeOf(await confirm(PASSWORD)), '204')
        for (let i = 0; i < 10; i++) assert.equal(codeOf(await confirm(`wrong ${i}`)), '400 wrong_password')
        const eleventh = await confirm(PASSWORD)
        assert.equal(codeOf(eleventh), '429 rate_limited')
        assert.ok(Number(eleventh.headers.get('retry-after')) > 0)
      } finally {
        await testServer.close()
      }
    })

    test('T50 owners and admins see and end the tokens of others, admins not those of an owner', async () => {
      const testServer = await startServer({ kind })
      try {
        const admin = await addAgent(testServer, 'admin@shop.test', 'admin')
        const agent = await addAgent(testServer, 'agent@shop.test')
        const { body, text } = await admin.call('GET', `/agents/${agent.id}/tokens`)
        const [token] = body['tokens'] as unknown as { id: number; name: string; usedAt: number | null }[]
        assert.deepEqual(Object.keys(token ?? {}).toSorted(), ['createdAt', 'id', 'name', 'usedAt'])
        assert.doesNotMatch(text, /deskbell_/)
        const owner = testServer.services.directory.agents(1).find(({ email }) => email === ANN)?.id ?? 0
        const [owners] = (await testServer.agent(ANN).call('GET', '/me/tokens')).body['tokens'] as unknown as {
          id: number
        }[]
        for (const [method, path, expected] of [
          ['GET', `/agents/${owner}/tokens`, '403 forbidden'],
          ['DELETE', `/agents/${owner}/tokens/${owners?.id}`, '403 forbidden'],
          ['DELETE', `/agents/${admin.id}/tokens/${token?.id}`, '404 not_found'],
          ['GET', '/agents/987654/tokens', '404 not_found'],
          ['DELETE', `/agents/${agent.id}/tokens/${token?.id}`, '204'],
          ['DELETE', `/agents/${agent.id}/tokens/${token?.id}`, '404 not_found'],
        ] as const)
          assert.equal(codeOf(await admin.call(method, path)), expected, `${method} ${path}`)
        assert.equal((await agent.call('GET', '/me')).status, 401)
        assert.equal((await testServer.agent(ANN).call('GET', `/agents/${admin.id}/tokens`)).status, 200)
      } finally {
        await testServer.close()
      }
    })
  })
