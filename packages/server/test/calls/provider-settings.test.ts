import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { makeKeys } from '../../src/platform/crypto.ts'
import { resealSecrets } from '../../src/settings/reseal.ts'
import { providerTokenContext } from '../../src/settings/trunk-password.ts'
import { testKinds } from '../db.ts'
import { BOB, startTestServer, type Answer, type TestServer } from '../test-server.ts'
import { ACCOUNT, DESK, startProvider, TOKEN, type Provider } from './provider.ts'

const codeOf = ({ status, body }: Answer) => [status, body['error']?.['code']]

for (const kind of testKinds())
  suite(`the settings of a hosted provider, ${kind}`, () => {
    let server: TestServer
    let provider: Provider
    const put = (body: object) => server.agent().call('PUT', '/call-provider', body)
    const whole = () => ({ accountSid: ACCOUNT, number: DESK, url: provider.url, token: TOKEN })

    before(async () => {
      provider = await startProvider()
      server = await startTestServer({ kind })
    })
    after(async () => {
      await server?.close()
      await provider?.close()
    })

    test('owners set it; the token is never shown, stays when it is left out, and the state is what the provider answered', async () => {
      assert.equal((await server.agent(BOB).call('GET', '/call-provider')).status, 403)
      const none = await server.agent().call('GET', '/call-provider')
      assert.deepEqual([none.body['provider'], none.body['state']], [null, null])
      const { token: _, ...without } = whole()
      assert.deepEqual(codeOf(await put(without)), [400, 'invalid_field'])
      const wrong = await put({ ...whole(), token: 'wrong' })
      assert.deepEqual([wrong.status, wrong.body['state'], wrong.body['why']], [200, 'refused', 'Authenticate (401)'])
      const set = await put(whole())
      assert.deepEqual([set.body['state'], set.body['why'], set.text.includes(TOKEN)], ['ok', null, false])
      assert.equal((await put({ ...without, number: '+4930222222' })).body['state'], 'ok')
      provider.fails(503)
      assert.equal((await put(without)).body['state'], 'unreachable')
      provider.fails(undefined)
    })

    test('T39 the token that is stored is not sent to another server', async () => {
      assert.equal((await put(whole())).status, 200)
      const other = await startProvider()
      const { token: _, ...without } = whole()
      const refused = await put({ ...without, url: other.url })
      assert.deepEqual(codeOf(refused), [400, 'invalid_field'])
      assert.match(refused.text, /"field":"\/token"/)
      assert.match(refused.text, /given_elsewhere/)
      assert.equal(other.asked.length, 0)
      assert.equal((await put({ ...whole(), url: other.url })).body['state'], 'ok')
      assert.equal((await put(whole())).body['state'], 'ok')
      await other.close()
    })

    test('T13 T39 an address inside, or one without https, is refused', async () => {
      for (const url of ['http://10.0.0.1', 'http://api.provider.test', 'https://169.254.169.254', server.url])
        assert.deepEqual(codeOf(await put({ ...whole(), url })), [400, 'invalid_field'], url)
    })

    test('T44 the token is sealed, and moves to a new key', async () => {
      assert.equal((await put(whole())).status, 200)
      const { db } = server.services
      const read = async () => {
        const [row] = await db.query<{ token: Buffer }>(
          { name: 'test_token', text: 'select token from call_provider' },
          [],
        )
        return row?.token ?? Buffer.alloc(0)
      }
      assert.equal((await read()).includes(TOKEN), false)
      const before = await read()
      const both = await makeKeys(['a new key for tests', 'a key for tests alone'])
      assert.notEqual(await resealSecrets(db, both), 0)
      const fresh = await makeKeys(['a new key for tests'])
      assert.equal(fresh.open(await read(), providerTokenContext(1)), TOKEN)
      await db.query({ name: 'test_token_back', text: 'update call_provider set token = $1' }, [before])
    })

    const trunk = { kind: 'udp', host: '127.0.0.1', port: 9, user: 'desk', password: 'secret', registers: true }

    test('T39 the password of a trunk that is stored is not used for another host', async () => {
      const set = (body: object) => server.agent().call('PUT', '/call-trunk', body)
      await server.agent().call('DELETE', '/call-provider')
      assert.equal((await set(trunk)).status, 200)
      const { password: _, ...without } = trunk
      assert.equal((await set(without)).status, 200)
      const refused = await set({ ...without, host: '127.0.0.2' })
      assert.equal(refused.status, 400)
      assert.match(refused.text, /"\/password".*given_elsewhere/)
      assert.equal((await server.agent().call('DELETE', '/call-trunk')).status, 204)
      assert.equal((await put(whole())).status, 200)
    })

    test('an account has a trunk or a provider', async () => {
      assert.deepEqual(codeOf(await server.agent().call('PUT', '/call-trunk', trunk)), [409, 'other_carrier'])
      assert.equal((await server.agent().call('DELETE', '/call-provider')).status, 204)
      assert.deepEqual(codeOf(await server.agent().call('DELETE', '/call-provider')), [404, 'not_found'])
      assert.equal((await server.agent().call('PUT', '/call-trunk', trunk)).status, 200)
      assert.deepEqual(codeOf(await put(whole())), [409, 'other_carrier'])
      assert.equal((await server.agent().call('DELETE', '/call-trunk')).status, 204)
    })
  })
