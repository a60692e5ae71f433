import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import type { Answer } from '../test-server.ts'
import { startIntegratorServer, type IntegratorServer } from '../integrator-server.ts'
import { startBotServer, textOf, TOKEN, until, type BotServer } from './server.ts'

const CLIENT = { clientId: 'desk bell', secret: 's%cret:+ü of the two' }
const HOUR = 3600 * 1000
const FORM = 'application/x-www-form-urlencoded'

for (const kind of testKinds())
  describe(`credentials of bot providers, ${kind}`, () => {
    let clock: HandClock
    let server: BotServer
    let tokens: IntegratorServer
    let chat = 0
    before(async () => {
      clock = handClock()
      tokens = await startIntegratorServer({ clock })
      tokens.answers({ access_token: 'theirs', token_type: 'Bearer' })
      server = await startBotServer({
        kind,
        clock,
        channels: [{ kind: 'api', name: 'Other' }],
        bots: [
          {
            name: 'Second',
            providerId: 'helper',
            providerUrl: tokens.url,
            token: 'second-provider-token',
            channels: ['Other'],
            authorization: { tokenUrl: tokens.url, clientId: 'second', secret: 'a second secret of two' },
          },
        ],
      })
      chat = await server.opensChat('customer')
      await until(() => server.eventsOf(chat).length === 1)
      // Ends the chat, so that no silence limit passes when the clock moves.
      assert.equal((await server.says(chat, 'welcome')).status, 200)
    })
    after(async () => {
      await server.close()
      await tokens.close()
    })

    let said = 0
    const event = () =>
      JSON.stringify({ event: 'BOT_MESSAGE', id: String(++said), chat_id: chat, message: textOf(`${said}`) })
    const switches = (on: boolean) => server.sets({ authorization: on ? { tokenUrl: tokens.url, ...CLIENT } : null })
    const posts = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
      server.posts(event(), { path, headers })
    const asks = (form: string | Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> =>
      server.ask('/bot/oauth/token', {
        method: 'POST',
        body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
        headers: { 'content-type': FORM, ...headers },
      })
    const encode = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)
    const basic = (id: string, secret: string) => ({
      authorization: `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`,
    })
    const grant = { grant_type: 'client_credentials' }
    async function access(id = CLIENT.clientId, secret = CLIENT.secret): Promise<string> {
      const answer = await asks(grant, basic(id, secret))
      assert.equal(answer.status, 200, answer.text)
      return String(answer.body['access_token'])
    }
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    /** Sends repeated headers, which fetch would join. */
    function raw(path: string, headers: string[]): Promise<{ status: number; text: string }> {
      const { hostname, port } = new URL(server.url)
      const body = event()
      return new Promise((resolve, reject) => {
        const ask = request(
          {
            hostname,
            port,
            path,
            method: 'POST',
            headers: [...headers, 'host', hostname, 'content-length', String(Buffer.byteLength(body))],
          },
          (response) => {
            let text = ''
            response.on('data', (chunk: Buffer) => (text += chunk.toString()))
            response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
          },
        )
        ask.on('error', reject)
        ask.end(body)
      })
    }

    test('B16 each path accepts its own credentials, with and without authorization', async () => {
      const plain = `/bot/webhooks/helper/${TOKEN}`
      const secured = `/bot/providers/helper/${TOKEN}`
      await switches(true)
      const token = await access()
      const rows: [on: boolean, path: string, headers: Record<string, string>, status: number, code?: string][] = [
        [false, plain, {}, 200],
        [false, plain, bearer(token), 400, 'invalid_request'],
        [false, secured, {}, 401, 'unauthorized_client'],
        [false, secured, bearer(token), 401, 'unauthorized_client'],
        [true, plain, {}, 401, 'unauthorized_client'],
        [true, plain, bearer(token), 400, 'invalid_request'],
        [true, secured, {}, 401, 'unauthorized_client'],
        [true, secured, bearer(token), 200],
        [true, secured, { authorization: `bearer  ${token} ` }, 200],
        [true, secured, bearer(`${token}x`), 401, 'unauthorized_client'],
        [true, secured, bearer('theirs'), 401, 'unauthorized_client'],
        [true, secured, { authorization: token }, 401, 'unauthorized_client'],
        [true, secured, basic(CLIENT.clientId, CLIENT.secret), 401, 'unauthorized_client'],
        [true, `${secured}?access_token=${token}`, {}, 400, 'invalid_request'],
        [true, `${secured}?access_token=${token}`, bearer(token), 400, 'invalid_request'],
        [true, `/bot/providers/helper/wrong`, bearer(token), 401, 'invalid_client'],
        [true, `/bot/providers/other/${TOKEN}`, bearer(token), 401, 'invalid_client'],
      ]
      for (const on of [false, true]) {
        await switches(on)
        for (const [when, path, headers, status, code] of rows) {
          if (when !== on) continue
          const title = `${on ? 'with' : 'without'}, ${path}, ${JSON.stringify(headers)}`
          const answer = await posts(path, headers)
          assert.equal(answer.status, status, title)
          assert.equal(answer.body['error']?.['code'], code, title)
          assert.equal(answer.headers.get('www-authenticate'), code === 'unauthorized_client' ? 'Bearer' : null, title)
        }
      }
    })

    test('B14 B16 two Authorization headers are several credentials', async () => {
      await switches(true)
      const token = await access()
      const twice = ['authorization', `Bearer ${token}`, 'Authorization', `Bearer ${token}`]
      const answer = await raw(`/bot/providers/helper/${TOKEN}`, twice)
      assert.equal(answer.status, 400)
      assert.match(answer.text, /several credentials/i)
    })

    test('B15 a provider fetches its token by HTTP Basic or with the pair in the form', async () => {
      await switches(true)
      for (const answer of [
        await asks(grant, basic(CLIENT.clientId, CLIENT.secret)),
        await asks({ ...grant, scope: 'all', audience: 'desk' }, basic(CLIENT.clientId, CLIENT.secret)),
        await asks({ ...grant, client_id: CLIENT.clientId }, basic(CLIENT.clientId, CLIENT.secret)),
        await asks({ ...grant, client_id: CLIENT.clientId, client_secret: CLIENT.secret }),
      ]) {
        assert.equal(answer.status, 200, answer.text)
        assert.deepEqual(Object.keys(answer.body), ['access_token', 'token_type', 'expires_in'])
        assert.equal(answer.body['token_type'], 'Bearer')
        assert.equal(answer.body['expires_in'], 3600)
        assert.equal(answer.headers.get('cache-control'), 'no-store')
        assert.equal(answer.headers.get('pragma'), 'no-cache')
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
        const { status } = await posts(`/bot/providers/helper/${TOKEN}`, bearer(String(answer.body['access_token'])))
        assert.equal(status, 200)
      }
    })

    test('B6 B15 errors of token requests are those of the RFC', async () => {
      await switches(true)
      const right = basic(CLIENT.clientId, CLIENT.secret)
      const pair = { client_id: CLIENT.clientId, client_secret: CLIENT.secret }
      const rows: [
        title: string,
        form: string | Record<string, string>,
        headers: Record<string, string>,
        status: number,
        error: string,
      ][] = [
        ['nothing', '', {}, 400, 'invalid_request'],
        ['JSON', JSON.stringify({ ...grant, ...pair }), {}, 400, 'invalid_request'],
        ['no grant type', pair, {}, 400, 'invalid_request'],
        ['another grant type', { grant_type: 'password', ...pair }, {}, 400, 'unsupported_grant_type'],
        [
          'a grant type twice',
          'grant_type=client_credentials&grant_type=client_credentials',
          right,
          400,
          'invalid_request',
        ],
        [
          'a client twice',
          'grant_type=client_credentials&client_id=a&client_id=a&client_secret=b',
          {},
          400,
          'invalid_request',
        ],
        ['no credentials', grant, {}, 401, 'invalid_client'],
        ['no secret', { ...grant, client_id: CLIENT.clientId }, {}, 401, 'invalid_client'],
        ['credentials in both places', { ...grant, ...pair }, right, 400, 'invalid_request'],
        ['another client in the form', { ...grant, client_id: 'x' }, right, 400, 'invalid_request'],
        ['a header that is not Basic', grant, bearer('x'), 401, 'invalid_client'],
        ['a wrong secret', grant, basic(CLIENT.clientId, 'wrong'), 401, 'invalid_client'],
        ['an empty secret', grant, basic(CLIENT.clientId, ''), 401, 'invalid_client'],
        ['an unknown client', grant, basic('nobody', CLIENT.secret), 401, 'invalid_client'],
        ['a wrong secret in the form', { ...grant, ...pair, client_secret: 'x' }, {}, 401, 'invalid_client'],
        ['the secret of another bot', grant, basic(CLIENT.clientId, 'a second secret of two'), 401, 'invalid_client'],
      ]
      for (const [title, form, headers, status, error] of rows) {
        const answer = await asks(form, headers)
        assert.equal(answer.status, status, title)
        assert.equal(answer.body['error'], error, title)
        assert.equal(typeof answer.body['error_description'], 'string', title)
        assert.equal(answer.headers.get('cache-control'), 'no-store', title)
        assert.equal(answer.headers.get('pragma'), 'no-cache', title)
        if (status === 401) assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm=/, title)
      }
      const get = await server.ask('/bot/oauth/token')
      assert.equal(get.status, 405)
      assert.equal(get.headers.get('allow'), 'POST')
    })

    test('B15 T39 an access token is valid for exactly an hour', async () => {
      await switches(true)
      const token = await access()
      const status = async () => (await posts(`/bot/providers/helper/${TOKEN}`, bearer(token))).status
      await clock.jump(HOUR - 1000)
      assert.equal(await status(), 200)
      await clock.move(1000)
      const answer = await posts(`/bot/providers/helper/${TOKEN}`, bearer(token))
      assert.equal(answer.status, 401)
      assert.equal(answer.body['error']?.['code'], 'unauthorized_client')
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    })

    test('T39 a forged token, or one with a changed expiry, is refused', async () => {
      await switches(true)
      const path = `/bot/providers/helper/${TOKEN}`
      const token = await access()
      const [prefix = '', whose = '', signature = ''] = token.split('.')
      const end = Number(prefix.slice('dba_'.length))
      const forged = [
        `dba_${end + 3600}.${whose}.${signature}`,
        `dba_${end}.${whose}.${'A'.repeat(43)}`,
        `dba_${end}.${'A'.repeat(22)}.${signature}`,
        `dba_${end}.${whose}.`,
        `dba_${end}.${whose}`,
        'dba_',
        '',
        'null',
        'x'.repeat(8000),
      ]
      for (const one of forged) assert.equal((await posts(path, bearer(one))).status, 401, one.slice(0, 80))
      assert.equal((await posts(path, bearer(token))).status, 200)
    })

    test('T39 the token of one bot is refused on the path of another', async () => {
      await switches(true)
      const mine = await access()
      const theirs = await access('second', 'a second secret of two')
      assert.equal((await posts(`/bot/providers/helper/${TOKEN}`, bearer(theirs))).status, 401)
      assert.equal((await posts('/bot/providers/helper/second-provider-token', bearer(mine))).status, 401)
      assert.equal(
        (await posts('/bot/providers/helper/second-provider-token', bearer(theirs))).status,
        403,
        'known, but not its chat',
      )
    })

    test('T39 a change of the secret invalidates earlier tokens immediately', async () => {
      await switches(true)
      const token = await access()
      await server.sets({
        authorization: { tokenUrl: tokens.url, clientId: CLIENT.clientId, secret: 'another secret of two' },
      })
      assert.equal((await posts(`/bot/providers/helper/${TOKEN}`, bearer(token))).status, 401)
      assert.equal((await asks(grant, basic(CLIENT.clientId, CLIENT.secret))).status, 401)
    })

    test('T39 tokens are not stored', async () => {
      await switches(true)
      const token = await access()
      const names = await server.services.db.query<{ name: string }>(
        {
          name: 'test_table_names',
          text: `select table_name as name from information_schema.tables where table_schema = current_schema()`,
        },
        [],
      )
      for (const { name } of names) {
        const rows = await server.services.db.query({ name: `test_all_${name}`, text: `select * from ${name}` }, [])
        assert.ok(!JSON.stringify(rows).includes(token.slice(4)), name)
      }
    })

    test('T39 guesses are limited', async () => {
      const change = async (rate: number) => {
        const { db, directory } = server.services
        const text = `update account set settings = jsonb_set(settings, '{limits,notFoundPerAddress}', $1::jsonb)`
        await db.query({ name: 'test_limit', text }, [String(rate)])
        await db.query({ name: 'test_revision', text: 'update account set revision = revision + 1' }, [])
        await directory.refresh()
      }
      await change(0.33)
      const guesses = []
      for (let i = 0; i < 30; i++) guesses.push(await asks(grant, basic('nobody', String(i))))
      const late = guesses.find(({ status }) => status === 429)
      assert.ok(late)
      assert.equal(late.body['error'], 'temporarily_unavailable')
      assert.ok(Number(late.headers.get('retry-after')) >= 1)
      const wrong = await posts('/bot/webhooks/helper/wrong')
      assert.equal(wrong.status, 429)
      await change(0)
    })
  })
